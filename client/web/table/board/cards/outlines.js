/**
 * Ships from the side, drawn from their facts: where the funnels, turrets, bridges and decks of each class stand, as they
 * are in any reference on these ships.  So Saratoga is known by her funnel, and Tone by her foredeck.
 */

/**
 * Metres above the water, metres of length, and places in per cent of the length from the stern.  `deck` is the line of the
 * hull, `ends` how far stern and bow lean out, `house` and `bridge` [from, to, top, leaning in aft, in front, foot],
 * `funnel` [place, width, top, rake, spread of the foot], `guns` [length of a turret, height, barrel], `fore` and `aft` the
 * turrets that point there: [place, height, size]; `also` and `side` are forms as points: of the ship, and upon her.
 */
const CLASSES = {
  saratoga: {long: 271, ends: [9, 9], deck: [0, 10, 3, 15, 97, 16, 100, 17], flight: [[0.5, 98.5, 18.4]], house: [[41.6, 54.6, 42, 0.6, 0.6]], bridge: [[57, 62, 26], [58, 61.5, 30]], guns: [8, 3.4, 7], fore: [[65.4, 21.5], [69.4, 18.4]], aft: [[38, 21.5], [34, 18.4]], mast: [[59.5, 44]], rows: [[20, 80, 11, 2.6, 9]], arms: [[43, 39, 53.4, 39]]},
  yorktown: {long: 252, ends: [5, 8], deck: [0, 8, 60, 8, 100, 11.5], flight: [[1.5, 97, 17.8]], house: [[6, 87, 17], [46.5, 62.5, 24]], funnel: [[50.8, 15, 34, 0, 1]], bridge: [[56.5, 62, 30]], tripod: [[57.6, 41, 6]], rows: [[12, 82, 10.4, 4.4, 8]], posts: [[3, 4.5], [92, 90]], planes: [[10, 17.8], [16, 17.8], [22, 17.8], [86, 17.8]]},
  wasp: {long: 226, ends: [4, 8], deck: [0, 7, 60, 7.4, 100, 11], flight: [[1.5, 96.5, 16.6]], house: [[7, 85, 16], [51, 61.5, 21.5]], funnel: [[53, 6.4, 34]], bridge: [[57, 61, 27]], tripod: [[58.4, 37, -4]], rows: [[11, 80, 9.6, 4, 9]], posts: [[3, 4.5], [91, 89]], planes: [[10, 16.6], [17, 16.6]]},
  victorious: {long: 230, ends: [6, 8], deck: [0, 11, 4, 15, 94, 15.5, 100, 13], flight: [[4, 93, 17.4]], also: [[0, 14, 4.2, 17.4, 4.2, 14], [97, 14.6, 92.8, 17.4, 92.8, 14]], house: [[47, 62, 22]], bridge: [[56.6, 61.4, 27.5], [57.6, 60.6, 31]], funnel: [[53.4, 9, 32]], tripod: [[58.4, 41, 4]], mast: [[49, 37]], rows: [[14, 84, 9, 2, 18]], planes: [[12, 17.4]]},
  princeton: {long: 190, ends: [4, 8], deck: [0, 5, 60, 6, 100, 9.5], flight: [[8, 90, 14]], house: [[15, 79, 13]], bridge: [[71, 75.5, 22]], funnel: [[41, 3.6, 21], [46, 3.6, 21], [56, 3.6, 21], [61, 3.6, 21]], mast: [[73, 36], [51, 31]], posts: [[9, 12], [87, 83]], beams: [[78, 14, 81, 20]], rows: [[18, 76, 8, 3, 8]], planes: [[18, 14], [26, 14], [84, 14]]},
  sangamon: {long: 169, ends: [4, 5], deck: [0, 8, 16, 8, 17, 5.4, 78, 5.4, 79, 8.6, 100, 10], flight: [[3, 94, 14]], house: [[18, 34, 13.4], [40, 46, 13.4], [52, 58, 13.4], [64, 77, 13.4]], bridge: [[73, 78, 20.4]], mast: [[75.5, 32]], posts: [[5, 7], [11, 11], [83, 83], [90, 88]], planes: [[12, 14], [22, 14], [32, 14]]},
  shokaku: {long: 257, ends: [6, 10], deck: [0, 7, 50, 8, 84, 9, 100, 13], flight: [[3, 93, 17]], house: [[8, 84, 16.2]], bridge: [[64, 68.6, 25], [65, 68, 30]], mast: [[66, 41]], posts: [[4.5, 6.5], [87, 87], [91, 91]], side: [[58.5, 14.5, 62.5, 14.5, 61.6, 9, 58, 4.6, 56.4, 6.4, 58.6, 10], [52.5, 14.5, 56.5, 14.5, 55.6, 9, 52, 4.6, 50.4, 6.4, 52.6, 10]], planes: [[9, 17], [15, 17], [21, 17]]},
  junyo: {long: 219, ends: [5, 9], deck: [0, 9, 60, 9.5, 86, 10.5, 100, 14], flight: [[2.5, 96, 19.6]], house: [[5, 89, 18.8], [55, 65.5, 26]], bridge: [[60.6, 65, 31]], also: [[56, 25, 62, 25, 59.2, 41, 53.6, 41]], mast: [[63, 42]], posts: [[3.5, 5], [93, 92]], rows: [[10, 84, 13, 2, 22]], planes: [[9, 19.6], [16, 19.6], [83, 19.6]]},
  ryujo: {long: 180, ends: [4, 8], deck: [0, 5, 70, 5.6, 78, 6.4, 100, 9.6], flight: [[4, 89, 18.6]], house: [[11, 77, 18]], bridge: [[76, 81.5, 15.4]], also: [[77, 18, 77, 11, 85, 14, 85, 18]], posts: [[6, 8], [10, 12]], side: [[50, 12, 55, 12, 54, 8, 50, 4.8, 48, 6.4, 50, 8.6]], rows: [[14, 74, 13.4, 1.6, 18]], arms: [[22, 18.6, 22, 31], [64, 18.6, 64, 31]]},
  zuiho: {long: 205, ends: [4, 9], deck: [0, 5.4, 60, 6.2, 84, 7.4, 100, 11], flight: [[3, 91, 13.6]], house: [[8, 79, 13]], bridge: [[79, 84, 11.4]], posts: [[4.5, 6], [87, 86]], side: [[55, 10.6, 60, 10.6, 59, 7, 55, 3.4, 53, 5, 55, 7.4]], arms: [[30, 13.6, 30, 27], [68, 13.6, 68, 27]], planes: [[9, 13.6], [16, 13.6], [23, 13.6]]},

  northcarolina: {long: 222, ends: [4, 10], deck: [0, 6.5, 55, 6.8, 100, 11.5], guns: [15, 4.8, 16], fore: [[79.5, 8.4], [71, 12.2]], aft: [[20, 7.6]], house: [[30, 66, 11.5], [34, 63, 15], [34.6, 37.6, 23]], bridge: [[59, 64.4, 20], [60, 63.4, 30, 1, 1], [60.6, 63, 34]], funnel: [[54.4, 9.5, 26, 1], [44, 9.5, 26, 1]], mast: [[60, 41], [40, 33]]},
  southdakota: {long: 207, ends: [4, 8], deck: [0, 6.5, 55, 7, 100, 11.5], guns: [15, 4.8, 15], fore: [[80, 8.4], [71, 12.2]], aft: [[22, 7.8]], house: [[31, 66, 11.5], [36, 63, 16], [37.6, 41.6, 25]], bridge: [[54.4, 61, 22], [55, 60, 31, 1, 1], [56, 59, 35]], funnel: [[50.4, 12, 27, 1]], mast: [[56.4, 40], [44, 35]]},
  colorado: {long: 190, ends: [3, 5, 0.2], deck: [0, 5, 42, 5, 43, 7.4, 100, 8.6], guns: [12.5, 4.2, 15], fore: [[81.5, 8.4], [73, 11.8]], aft: [[27, 10], [18.5, 6.4]], house: [[32, 67, 10]], bridge: [[62.6, 69, 15]], funnel: [[55, 6, 22], [47.6, 6, 22]], cage: [[64.5, 37], [37.5, 37]]},
  pensacola: {long: 178, ends: [3, 8], deck: [0, 6, 60, 6.4, 100, 9.5], guns: [9, 3.4, 10.5], fore: [[85, 7.8], [77, 11.2]], aft: [[24, 10], [15.6, 6.8]], house: [[32, 71, 9]], bridge: [[65.4, 71, 15]], funnel: [[58.6, 6, 21], [45, 6, 21]], tripod: [[67.4, 33, 6], [36, 27, 5]], arms: [[49, 10.6, 55, 10.6]]},
  northampton: {long: 183, ends: [3, 9], deck: [0, 6, 62, 6.4, 63, 9, 100, 10.6], guns: [9.4, 3.4, 10.5], fore: [[84, 9.8], [76, 13.2]], aft: [[17, 7.6]], house: [[25, 71, 9], [35.6, 49, 13.4]], bridge: [[65.6, 71.4, 17], [66.6, 70.4, 21]], funnel: [[58, 6.4, 24], [45, 6.4, 24]], tripod: [[67.6, 34, 6], [37.6, 28, 5]], arms: [[49.6, 11.6, 55, 11.6]]},
  portland: {long: 186, ends: [3, 9], deck: [0, 6, 56, 6.4, 57, 9, 100, 10.6], guns: [9.4, 3.4, 10.5], fore: [[84, 9.8], [76.4, 13.2]], aft: [[17, 7.6]], house: [[25, 71, 9], [32, 38, 16], [39, 49, 12.4]], bridge: [[64.6, 71, 17], [65.6, 70, 22]], funnel: [[57.6, 6.4, 23], [45.6, 6.4, 23]], mast: [[63.6, 36], [35, 29]], arms: [[49.6, 11.6, 55, 11.6]]},
  neworleans: {long: 179, ends: [3, 8], deck: [0, 6, 45, 6.2, 46, 8.6, 100, 10.4], guns: [9.6, 3.4, 10.5], fore: [[85, 9.4], [77.4, 12.8]], aft: [[18, 7.4]], house: [[26, 74, 9.4], [33, 43, 15], [32, 36, 19]], bridge: [[64.6, 73, 16], [65.6, 71.6, 21.5], [67, 70, 26]], funnel: [[58, 7, 22], [49.4, 7, 22]], mast: [[62.4, 36], [40, 30]], arms: [[40, 14, 46, 23]]},
  kent: {long: 192, ends: [3, 8], deck: [0, 8.4, 100, 11], guns: [8.4, 3.6, 9], fore: [[85, 10.6], [77.4, 14]], aft: [[23.4, 13], [15.6, 9.4]], house: [[28, 72, 11], [30, 36, 15]], bridge: [[65, 70.6, 20], [66, 70, 23]], funnel: [[60.4, 5.4, 26, 2], [52.2, 7.4, 26, 2], [44, 5.4, 26, 2]], mast: [[62.6, 37, 1.4], [37, 34, 1.4]]},
  brooklyn: {long: 185, ends: [2, 8], deck: [0, 7.6, 55, 7.6, 100, 10.6], guns: [9.4, 3.4, 8], fore: [[86, 9.2], [78.6, 12.6]], aft: [[70, 9.4], [25, 12], [17, 8.4]], house: [[29, 67, 10.4], [31, 37, 17]], bridge: [[59, 65.4, 17], [60, 64.4, 23]], funnel: [[53.6, 6, 23, 0.6], [45, 6, 23, 0.6]], mast: [[58, 37], [39, 32]], arms: [[1, 8, 1, 16, 4, 17]]},
  stlouis: {long: 185, ends: [2, 8], deck: [0, 7.6, 55, 7.6, 100, 10.6], guns: [9.4, 3.4, 8], fore: [[86, 9.2], [78.6, 12.6]], aft: [[70, 9.4], [25, 12], [17, 8.4]], house: [[29, 67, 10.4], [37, 42.6, 19], [30, 34, 13]], bridge: [[59, 65.4, 17], [60, 64.4, 23]], funnel: [[54, 6, 23, 0.6], [46, 6, 23, 0.6]], mast: [[50, 38], [35, 29]], arms: [[1, 8, 1, 16, 4, 17]]},
  cleveland: {long: 186, ends: [2, 8], deck: [0, 7.6, 55, 7.6, 100, 10.6], guns: [9.4, 3.4, 8], fore: [[84, 9.2], [76.4, 12.6], [69, 16, 0.66]], aft: [[31.4, 15, 0.66], [24, 12], [16.4, 8.4]], house: [[28, 71, 10.4], [34.6, 39, 21]], bridge: [[60, 66, 19], [61, 65, 26]], funnel: [[55, 6.4, 24, 0.6], [46, 6.4, 24, 0.6]], mast: [[58.6, 38], [42, 34]], arms: [[1, 8, 1, 16, 4, 17]]},
  atlanta: {long: 165, ends: [2, 7], deck: [0, 5.4, 55, 5.6, 100, 9.4], guns: [6.4, 3.2, 5], fore: [[86, 7.6], [79, 11], [72, 14.4]], aft: [[29.6, 13.6], [22.6, 10.2], [15.6, 6.4], [37, 8.6]], house: [[24, 72, 8.4], [38, 42, 16]], bridge: [[62.6, 68, 18], [63.6, 67, 23]], funnel: [[57, 5.4, 20.4, 1.4], [47, 5.4, 20.4, 1.4]], mast: [[60.6, 34, 1], [43, 28, 1]]},
  hobart: {long: 169, ends: [3, 7], deck: [0, 5, 50, 5.2, 51, 8, 100, 10], guns: [7.6, 3.4, 8], fore: [[84, 9.4], [76, 13]], aft: [[21.6, 9.4], [13.6, 6]], house: [[25, 70, 9], [28, 33, 14]], bridge: [[63.4, 69, 18], [64.4, 68, 21]], funnel: [[57, 5.4, 21], [41, 5.4, 21]], mast: [[60.6, 34], [35, 30]], arms: [[46, 9, 52, 16]]},
  leander: {long: 169, ends: [3, 7], deck: [0, 5, 50, 5.2, 51, 8, 100, 10], guns: [7.6, 3.4, 8], fore: [[84, 9.4], [76, 13]], aft: [[21.6, 9.4], [13.6, 6]], house: [[25, 70, 9], [28, 33, 14]], bridge: [[63.4, 69, 18], [64.4, 68, 21]], funnel: [[53, 11, 21, 0, 2]], mast: [[60.6, 34], [35, 30]]},

  fletcher: {long: 115, ends: [1.5, 5], deck: [0, 3.8, 50, 4, 100, 7.2], guns: [4.8, 2.8, 4.4], fore: [[82, 6.2], [75, 9]], aft: [[34, 8.6], [22, 7.4], [13.6, 4.6]], house: [[18, 70, 6]], bridge: [[63, 69.6, 11.6], [64.6, 68.6, 15]], funnel: [[57, 4.4, 13.6, 0.6], [44.6, 4.4, 13.6, 0.6]], mast: [[61.4, 24, 0.6]], tubes: [[50.6, 7], [39, 7]]},
  benson: {long: 106, ends: [1.5, 5], deck: [0, 3.4, 60, 3.6, 61, 6, 100, 7.4], guns: [4.6, 2.8, 4.4], fore: [[84, 7], [76.6, 9.6]], aft: [[25.6, 7], [16.6, 4.4]], house: [[21, 62, 5.4]], bridge: [[64, 71, 12], [65.4, 69.4, 15.4]], funnel: [[57.6, 4, 13.4, 0.8], [46, 4, 13.4, 0.8]], mast: [[62.4, 23, 0.6]], tubes: [[51.6, 6.6], [39, 6.6]]},
  sims: {long: 106, ends: [1.5, 5], deck: [0, 3.4, 60, 3.6, 61, 6, 100, 7.4], guns: [4.6, 2.8, 4.4], fore: [[84, 7], [76.6, 9.6]], aft: [[25.6, 7], [16.6, 4.4]], house: [[21, 62, 5.4]], bridge: [[64, 71, 12], [65.4, 69.4, 15.4]], funnel: [[55.6, 5, 13.8, 0.8, 0.8]], mast: [[62.4, 23, 0.6]], tubes: [[46, 6.6], [37, 6.6]]},
  bagley: {long: 104, ends: [1.5, 5], deck: [0, 3.2, 60, 3.4, 61, 5.8, 100, 7.2], guns: [4.2, 2.6, 4.4], fore: [[84.6, 6.8], [78, 9.2]], aft: [[25, 6.8], [16, 4.2]], house: [[21, 62, 5.2]], bridge: [[65, 71.6, 11.4], [66.4, 70.4, 14.6]], funnel: [[55, 8.4, 13.4, 0.4, 2]], mast: [[63, 23, 0.6], [34, 15]], tubes: [[43, 6.4]]},
  flushdeck: {long: 96, ends: [2, 2, 0.6], deck: [0, 3.6, 100, 5.8], guns: [3, 2, 4], fore: [[84, 5.6]], aft: [[24, 6], [12, 4]], house: [[20, 30, 5.4], [34, 68, 5.2]], bridge: [[67, 73.6, 10.6]], funnel: [[48, 3.2, 12.4, 0.4], [40.6, 3.2, 12.4, 0.4]], mast: [[65.6, 24], [29, 18]], also: [[54, 5, 60.4, 5, 61, 7.2, 53.4, 7.2]], arms: [[54.6, 5, 54.6, 9.4, 56, 9.6], [60, 5, 60, 9.4, 61.4, 9.6]]},

  yamato: {long: 263, ends: [7, 11, 0.3], deck: [0, 6.4, 28, 7, 58, 9, 76, 8, 100, 12.6], guns: [17, 5.4, 19], fore: [[76.4, 9.4], [67.6, 13.6], [60.8, 17.4, 0.6]], aft: [[36, 16.4, 0.6], [26, 9.4]], house: [[33, 64, 14], [38.6, 59, 18]], bridge: [[53, 58.6, 24, 0.6, 0], [53.8, 57.6, 31, 0.6, 0.4], [54.4, 57, 36]], also: [[53, 33, 58, 33, 58, 35, 53, 35]], funnel: [[48.6, 11, 29, 5, 1]], mast: [[43, 38, 5]], arms: [[1, 6, 1, 15, 4, 17]], planes: [[6, 7], [12, 7]]},
  nagato: {long: 225, ends: [5, 8, 0.4], deck: [0, 5.6, 32, 6, 33, 8.4, 100, 10.6], guns: [13, 4.4, 16], fore: [[80, 10], [71.6, 13.8]], aft: [[29, 10.6], [20, 7]], house: [[32.6, 67, 11.6], [39, 43, 20]], pagoda: [[62.6, 37, 12]], funnel: [[52.6, 10, 25, 2, 1]], mast: [[37.6, 36]], rows: [[42, 66, 9, 1.2, 8]]},
  kongo: {long: 222, ends: [5, 8, 0.4], deck: [0, 5.6, 26, 6, 27, 8.4, 100, 10.6], guns: [12, 4.2, 15], fore: [[81, 10], [73, 13.6]], aft: [[32.4, 11], [19.6, 7]], house: [[37, 69, 11.6], [40, 43.4, 20]], pagoda: [[65.4, 37, 11]], funnel: [[57, 8.4, 24, 0, 0.6], [48.6, 9, 24, 0, 0.6]], mast: [[38.6, 34]], rows: [[40, 68, 9, 1.2, 10]]},
  hiei: {long: 222, ends: [5, 8, 0.4], deck: [0, 5.6, 26, 6, 27, 8.4, 100, 10.6], guns: [12, 4.2, 15], fore: [[81, 10], [73, 13.6]], aft: [[32.4, 11], [19.6, 7]], house: [[37, 69, 11.6], [40, 43.4, 20]], bridge: [[62.6, 69, 21, 0.4, 0], [63.4, 67.8, 30, 0.8, 0.6], [64.2, 67.2, 37]], also: [[62.6, 33, 68.2, 33, 68.2, 35, 62.6, 35]], funnel: [[57, 8.4, 24, 0, 0.6], [48.6, 9, 24, 0, 0.6]], mast: [[38.6, 34]], rows: [[40, 68, 9, 1.2, 10]]},

  takao: {long: 204, ends: [4, 9, 0.4], deck: [0, 5.4, 30, 6.4, 100, 10.4], guns: [8.4, 3.4, 9.4], fore: [[87, 9.4], [80.6, 12.6]], aft: [[74, 9.4], [22.6, 10.4], [15.4, 7]], house: [[26, 73, 9.6], [34, 43, 12.6]], bridge: [[61, 71, 18], [61.6, 70.4, 24], [63.4, 69.6, 29]], funnel: [[56, 11, 23, 4, 1], [48, 5, 22, 2]], mast: [[61, 37]], tripod: [[36, 32, 6]], arms: [[43, 11, 47, 11]], planes: [[30, 9.6]]},
  chokai: {long: 204, ends: [4, 9, 0.4], deck: [0, 5.4, 30, 6.4, 100, 10.4], guns: [8.4, 3.4, 9.4], fore: [[87, 9.4], [80.6, 12.6]], aft: [[74, 9.4], [22.6, 10.4], [15.4, 7]], house: [[26, 73, 9.6], [32, 39, 13.6]], bridge: [[61, 71, 18], [61.6, 70.4, 24], [63.4, 69.6, 29]], funnel: [[56, 11, 23, 4, 1], [48, 5, 22, 2]], mast: [[61, 37]], tripod: [[43.4, 35, 6]], planes: [[30, 9.6]]},
  myoko: {long: 204, ends: [4, 9, 0.4], deck: [0, 5.4, 30, 6.4, 100, 10.4], guns: [8.4, 3.4, 9.4], fore: [[87, 9.4], [80.6, 12.6]], aft: [[74, 9.4], [22, 10.4], [14.6, 7]], house: [[25, 73, 9.6], [35, 44, 12.6]], bridge: [[64.6, 70.6, 17], [65.4, 70, 25]], funnel: [[57.4, 8, 23, 4, 4], [48.6, 5.4, 22, 3]], tripod: [[63.4, 34, 5], [38, 33, 6]], planes: [[31, 9.6]]},
  mogami: {long: 201, ends: [4, 9, 0.4], deck: [0, 5.2, 40, 6.2, 100, 10], guns: [8.4, 3.4, 9], fore: [[88, 9], [81, 9.2], [74, 12.6]], aft: [[23, 10.4], [15.6, 7]], house: [[26, 72, 9.4], [45, 51, 12]], bridge: [[65, 70, 18], [65.6, 69.6, 26]], funnel: [[56, 9, 22, 5, 5]], tripod: [[63.4, 33, 5], [41, 33, 6]], planes: [[29.6, 9.4], [36, 9.4]]},
  tone: {long: 201, ends: [4, 9, 0.4], deck: [0, 5, 40, 6.2, 100, 10], guns: [8.4, 3.4, 8.4], fore: [[89, 9.2], [82.6, 12.6]], aft: [[76, 9.4], [69.4, 9.4]], house: [[36, 68, 9.4], [41, 46, 12.6]], bridge: [[58, 63, 18], [58.6, 62.6, 26]], funnel: [[50, 9, 22, 5, 4]], tripod: [[56.6, 32, 5], [39, 33, 6]], planes: [[6, 6], [14, 6], [22, 6.4], [30, 6.4]], arms: [[27, 7, 27, 10, 33, 10]]},
  aoba: {long: 185, ends: [4, 8, 0.4], deck: [0, 4.8, 34, 5.6, 100, 9.8], guns: [8.4, 3.4, 9], fore: [[85, 8.8], [78, 12]], aft: [[18, 6.6]], house: [[24, 71, 9], [34, 41, 13]], bridge: [[65, 71, 17], [65.8, 70, 24]], funnel: [[57.4, 8.4, 21, 2, 2], [48.6, 4.6, 20, 1.4]], mast: [[64, 34]], tripod: [[37, 31, 6]], planes: [[28, 9]]},
  furutaka: {long: 185, ends: [4, 8, 0.4], deck: [0, 4.8, 34, 5.6, 100, 9.8], guns: [8.4, 3.4, 9], fore: [[85, 8.8], [78, 12]], aft: [[18, 6.6]], house: [[24, 71, 9], [29, 37, 11]], bridge: [[66, 71.6, 15], [67, 71, 21]], funnel: [[58.6, 7.4, 22, 3.4, 1], [50, 5.4, 21, 3.4]], tripod: [[65, 32, 5], [42, 32, 6]], arms: [[37, 10, 41, 10]], planes: [[33, 11]]},

  sendai: {long: 162, ends: [3, 4, 0.7], deck: [0, 4, 64, 4.4, 65, 7.2, 100, 8.8], guns: [4.2, 2.6, 6], fore: [[84, 8], [77.6, 8.4]], aft: [[37, 7.4], [29.6, 7.4], [22, 7.4], [12, 5]], house: [[18, 64, 6.4]], bridge: [[67, 72.6, 14.4], [67.6, 72, 19]], funnel: [[60.6, 4.6, 18.4], [54.8, 4.6, 17], [49, 4.6, 17], [43.2, 4.6, 17]], tripod: [[66.4, 31, 5]], mast: [[33.4, 28]]},
  jintsu: {long: 162, ends: [3, 9, 0.3], deck: [0, 4, 64, 4.4, 65, 7.2, 100, 9.6], guns: [4.2, 2.6, 6], fore: [[83, 8], [76.6, 8.4]], aft: [[37, 7.4], [29.6, 7.4], [22, 7.4], [12, 5]], house: [[18, 64, 6.4]], bridge: [[66.4, 72, 14.4], [67, 71.4, 19]], funnel: [[60, 4.6, 18.4], [54.2, 4.6, 17], [48.4, 4.6, 17], [42.6, 4.6, 17]], tripod: [[65.8, 31, 5]], mast: [[33.4, 28]]},
  nagara: {long: 162, ends: [3, 4, 0.7], deck: [0, 4, 64, 4.4, 65, 7.2, 100, 8.8], guns: [4.2, 2.6, 6], fore: [[84, 8], [77.6, 8.4]], aft: [[36, 7.4], [28, 7.4], [20.6, 7.4], [12, 5]], house: [[17, 64, 6.4]], bridge: [[65.6, 73.4, 13.4], [66.4, 72.4, 19.4]], funnel: [[59.6, 4.6, 17.4], [53.6, 4.6, 17.4], [46, 5.4, 17.4]], tripod: [[65.4, 31, 5]], mast: [[32, 28]]},
  agano: {long: 174, ends: [3, 9, 0.4], deck: [0, 4.8, 34, 5.4, 100, 9.8], guns: [7, 3.2, 7.4], fore: [[84, 8.4], [77, 11.6]], aft: [[18.6, 6.4]], house: [[27, 71, 8.4]], bridge: [[64.6, 69.6, 17], [65.2, 69, 23]], funnel: [[56, 9, 20, 4, 1.4]], tripod: [[63.6, 30, 4], [44, 31, 6]], planes: [[33, 8.4]], arms: [[28, 9.6, 36, 9.6]]},
  yubari: {long: 139, ends: [2, 7, 0.4], deck: [0, 3.8, 60, 4.2, 100, 8], guns: [5, 2.8, 5.6], fore: [[84.6, 6.6, 0.7], [78, 9]], aft: [[25, 7.8], [17, 4.6, 0.7]], house: [[22, 72, 6.4]], bridge: [[64.6, 71, 14], [65.4, 70.4, 19]], also: [[44, 6, 62, 6, 60, 9.4, 56, 11, 55, 17.6, 49.6, 17.6, 50, 11, 47, 9.4]], tripod: [[63.6, 28, 4]], mast: [[37, 25]], tubes: [[40, 7.4]]},
  tenryu: {long: 143, ends: [2, 4, 0.6], deck: [0, 3.6, 65, 4, 66, 6.6, 100, 7.8], guns: [4, 2.4, 5.4], fore: [[83, 7.2], [43, 7.4]], aft: [[25, 6.8], [13, 4.4]], house: [[20, 66, 5.6]], bridge: [[67, 72, 13]], funnel: [[60, 4.6, 16], [54.4, 4.6, 16], [48.6, 4.6, 16]], tripod: [[66, 28, 4]], mast: [[33, 24]], tubes: [[38, 6.6]]},

  kagero: {long: 118, ends: [1.5, 6, 0.4], deck: [0, 3.2, 65, 3.6, 66, 6.2, 100, 8], guns: [5.4, 2.9, 4.8], fore: [[81.6, 7.6]], aft: [[24.6, 7.2], [15.6, 4.2]], house: [[20, 64, 5.2]], bridge: [[67.4, 73, 12], [68.2, 72.4, 15]], funnel: [[59.4, 5, 12.4, 1.8, 0.4], [48.4, 3.8, 12, 1.8]], tripod: [[66.4, 23, 3]], mast: [[33, 18]], tubes: [[53.6, 7], [40, 7]]},
  fubuki: {long: 118, ends: [1.5, 5, 0.4], deck: [0, 3.2, 65, 3.6, 66, 6.2, 100, 8], guns: [5.4, 2.9, 4.8], fore: [[82.6, 7.6]], aft: [[26, 7.2], [16, 4.2]], house: [[21, 64, 5.2]], bridge: [[66.4, 73.6, 12.4], [67.2, 72.6, 16.6]], funnel: [[60.2, 4, 13, 1], [47, 4, 13, 1]], tripod: [[66, 24, 3]], mast: [[32, 19]], tubes: [[54, 6.8], [41.6, 6.8], [36, 6.8]]},
  shiratsuyu: {long: 110, ends: [1.5, 5, 0.4], deck: [0, 3.2, 64, 3.6, 65, 6, 100, 7.8], guns: [5.4, 2.9, 4.8], fore: [[81.6, 7.4]], aft: [[28, 6.8, 0.66], [15, 4.2]], house: [[20, 63, 5]], bridge: [[66, 72, 11], [67, 71.4, 14]], funnel: [[58.6, 5.4, 12, 2], [46.6, 3.4, 11.6, 1.8]], tripod: [[65, 22, 3]], mast: [[33, 17]], tubes: [[52.4, 6.8], [39, 6.8]]},
  akizuki: {long: 134, ends: [1.5, 6, 0.4], deck: [0, 3.4, 64, 3.8, 65, 6.4, 100, 8.4], guns: [5.6, 3, 5.4], fore: [[84, 7.8], [76.6, 11]], aft: [[24, 8], [15.6, 4.6]], house: [[20, 74, 5.6]], bridge: [[65.6, 71.6, 14], [66.4, 71, 18]], funnel: [[55, 6.4, 14, 3, 3]], tripod: [[64, 26, 4]], mast: [[35, 20]], tubes: [[44.6, 7.4]]},
  mutsuki: {long: 103, ends: [1.5, 4, 0.7], deck: [0, 3, 77, 3.2, 79, 5.8, 100, 7], guns: [3.6, 2.2, 4.4], fore: [[86, 6.4], [43, 6.2]], aft: [[26, 6], [13, 4]], house: [[20, 66, 4.6]], bridge: [[67, 73.6, 10]], funnel: [[60.4, 4.6, 11.6, 0.4], [50, 3.6, 11.6, 0.4]], mast: [[65.4, 22], [32, 17]], tubes: [[76, 5.4], [37, 6]]},

  chitose: {long: 192, ends: [3, 8, 0.4], deck: [0, 6, 60, 7, 100, 10.4], guns: [5, 2.8, 4.6], fore: [[83, 8.8], [77, 11.4]], house: [[50, 73, 9.8]], bridge: [[64.6, 70.6, 16], [65.4, 70, 22]], funnel: [[57.6, 6.6, 21, 1]], also: [[36, 17, 51, 17, 51, 19.4, 36, 19.4]], posts: [[37, 37, 17], [50, 50, 17], [41, 41, 17], [46, 46, 17]], beams: [[9, 6, 9, 15]], mast: [[62.6, 35], [43.5, 29]], arms: [[9, 14, 16, 19], [36, 19, 30, 25]], planes: [[5, 6], [14, 6.2], [21, 6.4], [28, 6.6]]},
  nisshin: {long: 192, ends: [3, 8, 0.4], deck: [0, 6, 60, 7, 100, 10.4], guns: [6.6, 3, 7], fore: [[87, 9], [81, 12.2], [74.6, 9.4]], house: [[50, 72, 9.8]], bridge: [[64, 69.6, 17], [64.8, 69, 22]], funnel: [[57, 6.4, 20, 2]], tripod: [[47, 31, 5]], beams: [[30, 6, 30, 17], [10, 6, 10, 16]], arms: [[30, 16, 38, 23], [10, 15, 17, 21]], planes: [[5, 6], [16, 6.2], [24, 6.4], [36, 6.6]]},
  kamikawa: {long: 155, ends: [4, 6, 0.4], deck: [0, 9, 12, 9, 13, 6.6, 42, 6.6, 43, 8.6, 60, 8.6, 61, 6.6, 84, 7, 85, 9.4, 100, 11], house: [[42.6, 60, 14]], bridge: [[53, 59, 19.4]], funnel: [[48.6, 6.4, 24]], guns: [3.6, 2.4, 4], fore: [[92, 10]], aft: [[6, 9]], goalpost: [[73, 24, 5], [32, 24, 5]], arms: [[18, 8.6, 28, 8.6]], planes: [[20, 9.4], [27, 9.4], [38, 6.6]], mast: [[56, 30]]},
  maru: {long: 140, ends: [4, 4, 0.5], deck: [0, 8.6, 12, 8.6, 13, 6.2, 42, 6.2, 43, 8.6, 60, 8.6, 61, 6.2, 84, 6.6, 85, 9, 100, 10.4], house: [[43, 60, 13.4]], bridge: [[52.6, 58.6, 18.4]], funnel: [[48, 6, 23]], mast: [[73, 31], [28, 31]], beams: [[73, 6, 73, 22], [28, 6, 28, 22]], arms: [[73, 9, 66, 20], [73, 9, 80, 20], [28, 9, 21, 20], [28, 9, 35, 20]], also: [[64.6, 6, 70, 6, 70.6, 8.6, 64, 8.6], [32, 6, 38, 6, 38.6, 8.6, 31.4, 8.6]]},
  liner: {long: 149, ends: [4, 5, 0.5], deck: [0, 9, 72, 9, 73, 10.4, 100, 12], house: [[31, 66, 13.4], [35, 64, 16.4]], bridge: [[57.6, 63.4, 21]], funnel: [[47.6, 7.6, 27, 1]], goalpost: [[76, 24, 5], [22, 22, 5]], mast: [[60, 35], [76, 32]], guns: [3.6, 2.4, 4], fore: [[91, 11.4]], aft: [[5, 9]], boats: [[37, 16.4], [42, 16.4], [52, 16.4]], arms: [[76, 12, 69, 21], [76, 12, 84, 21], [22, 10, 14, 19]]},

  fleetboat: {long: 95, ends: [9, 2], deck: [0, 0.8, 10, 2.4, 60, 2.8, 90, 3.4, 100, 4.4], house: [[45, 63, 6, 0.6, 0.4]], bridge: [[50, 60, 9.4, 0.4, 0.4]], guns: [2.4, 1.4, 4], fore: [[68, 4]], beams: [[55, 8, 55, 14], [53, 8, 53, 12.4]], mast: [[56.4, 17]]},
  sboat: {long: 67, ends: [6, 2], deck: [0, 1, 10, 2, 90, 2.6, 100, 3.6], house: [[46, 60, 4.4, 0.6, 0.4]], bridge: [[49, 57, 7.4, 0.2, 0.2]], guns: [2.4, 1.4, 3.6], fore: [[66, 3.4]], beams: [[52.4, 7, 52.4, 11]], mast: [[54.4, 13]]},
  hangarboat: {long: 109, ends: [10, 5], deck: [0, 1, 10, 2.6, 60, 3.2, 100, 5.2], house: [[38, 65, 6, 0.6, 2.4]], bridge: [[45, 55, 10, 0.4, 0.6]], guns: [2.6, 1.6, 4.6], aft: [[31, 4]], beams: [[51, 9, 51, 15]], mast: [[49, 18]], arms: [[66, 4.6, 91, 6]]},
  kaidai: {long: 105, ends: [9, 4], deck: [0, 1, 10, 2.6, 60, 3, 100, 4.8], house: [[40, 60, 5, 0.6, 1]], bridge: [[45, 55.4, 9.6, 0.8, 0.4]], guns: [2.6, 1.6, 4.6], fore: [[68, 4.2]], beams: [[51, 9, 51, 14.4]], mast: [[49, 17]]},
  boat: {long: 24, ends: [0.4, 3], deck: [0, 1.3, 60, 1.6, 100, 2.2], house: [[28, 62, 2.4, 0.4, 1]], bridge: [[44, 56, 3.2, 0.2, 0.4]], mast: [[43, 5.4]], beams: [[12, 1.8, 34, 2.1], [64, 2.1, 82, 2.4]]},
};

/** Who is on a card: the first in front, the others behind her. */
const CARDS = {
  "us/saratoga": "saratoga", "us/enterprise": "yorktown", "us/hornet": "yorktown", "us/wasp": "wasp",
  "us/victorious": "victorious", "us/princeton": "princeton", "us/sangamon-suwannee-chenango": "sangamon sangamon",
  "us/north-carolina-washington": "northcarolina northcarolina", "us/south-dakota": "southdakota",
  "us/indiana": "southdakota", "us/maryland-colorado": "colorado colorado",
  "us/san-francisco-portland": "neworleans portland", "us/minneapolis-new-orleans": "neworleans neworleans",
  "us/astoria-quincy-vincennes": "neworleans neworleans", "us/chicago-louisville": "northampton northampton",
  "us/northampton-pensacola": "northampton pensacola", "us/salt-lake-city-chester": "pensacola northampton",
  "us/australia-canberra": "kent kent", "us/helena-boise": "stlouis brooklyn", "us/honolulu-st-louis": "brooklyn stlouis",
  "us/montpelier-cleveland": "cleveland cleveland", "us/columbia-denver": "cleveland cleveland",
  "us/hobart-leander": "hobart leander", "us/atlanta-destroyers": "atlanta benson benson",
  "us/juneau-destroyers": "atlanta benson benson", "us/san-juan-destroyers": "atlanta benson benson",
  "us/san-diego-destroyers": "atlanta benson benson", "us/desron-12": "benson benson benson",
  "us/walke-gwin": "sims benson benson", "us/desron-4": "bagley bagley bagley", "us/desron-2": "sims sims sims",
  "us/desron-21": "fletcher fletcher fletcher", "us/desdiv-12": "bagley bagley bagley",
  "us/desron-23": "fletcher fletcher fletcher", "us/transdiv-12": "flushdeck flushdeck flushdeck",
  "us/cactus-air-force": "sboat",
  "jp/shokaku": "shokaku", "jp/zuikaku": "shokaku", "jp/junyo-hiyo": "junyo junyo", "jp/ryujo": "ryujo",
  "jp/zuiho": "zuiho", "jp/chitose": "chitose", "jp/nisshin": "nisshin", "jp/kamikawa-maru-sanyo-maru": "kamikawa kamikawa",
  "jp/yamato-mutsu": "yamato nagato", "jp/kongo-haruna": "kongo kongo", "jp/hiei-kirishima": "hiei kongo",
  "jp/chokai": "chokai", "jp/maya": "chokai", "jp/aoba-kinugasa": "aoba aoba", "jp/furutaka-kako": "furutaka furutaka",
  "jp/atago-takao": "takao takao", "jp/myoko-haguro": "myoko myoko", "jp/suzuya-kumano": "mogami mogami",
  "jp/tone-chikuma": "tone tone", "jp/jintsu-destroyers": "jintsu kagero kagero",
  "jp/sendai-destroyers": "sendai fubuki fubuki", "jp/nagara-destroyers": "nagara kagero kagero",
  "jp/yura-destroyers": "nagara shiratsuyu shiratsuyu", "jp/agano-destroyers": "agano kagero akizuki",
  "jp/yubari-destroyers": "yubari mutsuki mutsuki", "jp/tenryu-tatsuta": "tenryu tenryu",
  "jp/desdiv-15": "kagero kagero kagero", "jp/desdiv-31": "kagero kagero kagero", "jp/desdiv-11": "fubuki fubuki fubuki",
  "jp/desdiv-2": "shiratsuyu shiratsuyu shiratsuyu", "jp/desdiv-24": "shiratsuyu shiratsuyu shiratsuyu",
  "jp/desdiv-61": "akizuki akizuki", "jp/desdiv-30": "mutsuki mutsuki mutsuki", "jp/squall": "kaidai",
};

const UP = 1.5; // heights are drawn greater than lengths, or nothing would be seen of them
const cache = new Map();

export function outline(card) {
  const names = CARDS[card.id] ?? (card.submarine ? ["fleetboat", "hangarboat"][card.side] : card.transports ? ["liner liner", "maru maru"][card.side] : "");
  if (!names) return null;
  if (!cache.has(names)) cache.set(names, group(names.split(" ")));
  return cache.get(names);
}

/** A ship ahead and to the right, the other behind her; or two behind, at both sides. */
function group([name, ...others]) {
  const ship = built(CLASSES[name]);
  const left = others.length === 1 ? 119.5 - ship.size : (120 - ship.size) / 2;
  const small = others.length === 1 ? 0.74 : 0.54;
  const far = others.map((one, n) => {
    const other = built(CLASSES[one]);
    return path(other.mass, n ? 119.5 - other.size * small : 0.5, 27.4, small);
  });
  return {d: path(ship.mass, left, 31, 1), detail: path(ship.fine, left, 31, 1), behind: far.join("")};
}

/** All forms turn the same way, so that where they overlap nothing is cut out. */
function path(forms, left, water, scale) {
  return forms.map((form) => {
    const turned = area(form) < 0 ? form.toReversed() : form;
    const said = turned.map(([x, y]) => `${round(left + x * scale)} ${round(Math.max(0.5, water - y * scale))}`);
    return `M${said.join("L")}Z`;
  }).join("");
}

const round = (n) => Math.round(n * 10) / 10;
const area = (form) => form.reduce((sum, [x, y], n) => {
  const [nextX, nextY] = form[(n + 1) % form.length];
  return sum + x * nextY - nextX * y;
}, 0);
const pairs = (numbers) => numbers.flatMap((x, n) => (n % 2 ? [] : [[x, numbers[n + 1]]]));

/** Her forms around the stern at the water, in units of the box. */
function built(ship) {
  const size = Math.max(80, 62 + ship.long * 0.207);
  const wide = size / ship.long, high = wide * UP;
  const yard = {size, wide, high, at: (x, y) => [x * size / 100, y * high], guns: ship.guns};
  const mass = [hull(ship, yard)], fine = [];
  for (const [part, {into, form}] of Object.entries(PARTS)) {
    for (const fact of ship[part] ?? []) (into ? fine : mass).push(...form(fact, yard));
  }
  if (ship.deck[1] > 2) fine.push(...ports(ship, yard));
  for (const one of [...(ship.bridge ?? [])]) fine.push(...windows(one, yard));
  for (const one of [...(ship.funnel ?? [])]) fine.push(...cap(one, yard));
  return {size, mass, fine};
}

function hull({deck, ends: [stern, bow, lean = 0.45]}, {size, wide, high, at}) {
  const line = pairs(deck).map(([x, y]) => at(x, y));
  const [back, front] = [line[0][1], line.at(-1)[1]];
  return [[stern * wide, 0], [stern * wide * 0.25, back * 0.4], ...line, [size - bow * wide * (1 - lean), front * 0.42], [size - bow * wide, 0]];
}

const bar = ([x, y], [x2, y2], thick) => {
  const long = Math.hypot(x2 - x, y2 - y) || 1, dx = (y2 - y) / long * thick / 2, dy = (x2 - x) / long * thick / 2;
  return [[x - dx, y + dy], [x2 - dx, y2 + dy], [x2 + dx, y2 - dy], [x + dx, y - dy]];
};
const box = (x, x2, y, y2) => [[x, y], [x, y2], [x2, y2], [x2, y]];
const bars = (numbers, {at}, thick) => pairs(numbers).slice(1).map(([x, y], n) => bar(at(numbers[2 * n], numbers[2 * n + 1]), at(x, y), thick));

function turret([x, y, part = 1], {at, wide, high, guns: [long, tall, barrel]}, way) {
  const [middle, floor] = at(x, y), half = Math.max(long * wide * part, 2.6) / 2, top = Math.max(tall * high * Math.sqrt(part), 1.6), out = barrel * wide * part;
  const to = (dx, dy) => [middle + way * dx, floor + dy];
  return [
    [to(-half, 0), to(-half, top * 0.8), to(-half * 0.7, top), to(half * 0.5, top), to(half, top * 0.5), to(half, 0)],
    box(middle - half * 0.66, middle + half * 0.66, Math.max(0.5, floor - 3.6 * high), floor),
    bar(to(half * 0.6, top * 0.55), to(half + out, top * 0.55 + out * 0.1), 1.2),
  ];
}

function house([x, x2, top, aft = 0, fore = 0], {at, wide}) {
  return [[at(x, 1), [at(x, top)[0] + aft * wide, at(x, top)[1]], [at(x2, top)[0] - fore * wide, at(x2, top)[1]], at(x2, 1)]];
}

function funnel([x, across, top, rake = 0, foot = 0], {at, wide, high}) {
  const [middle, y] = at(x, top), half = across * wide / 2, back = rake * wide, legs = half + foot * wide, low = 5 * high;
  const to = (t, dx) => [middle - back * t + dx, low + (y - low) * t];
  return [[to(0, -legs), to(0.22, -legs), to(0.5, -half), to(0.92, -half), to(0.92, -half - 0.35), to(1, -half - 0.35),
    to(1.02, half + 0.35), to(0.92, half + 0.35), to(0.92, half), to(0.5, half), to(0.22, legs), to(0, legs)]];
}

function cap([x, across, top, rake = 0], {at, wide}) {
  const [middle, y] = at(x, top - 2.6), half = across * wide / 2 + 0.05;
  return [box(middle - rake * wide * 0.88 - half, middle - rake * wide * 0.88 + half, y - 0.35, y + 0.35)];
}

function tripod([x, top, spread], {at, wide, high}) {
  const [foot, head] = [at(x, 4), at(x, top)], deck = top * 0.78 * high;
  return [bar(foot, head, 1.2), bar([foot[0] - spread * wide, 6 * high], [head[0], deck], 1.2), box(head[0] - 1.7, head[0] + 1.7, deck, deck + 1.8)];
}

/** Platform over platform, each narrower. */
function pagoda([x, top, across], {at, wide, high}) {
  const floors = 6, low = 9 * high, step = (top * high - low) / floors;
  return Array.from({length: floors}, (_none, n) => {
    const [middle] = at(x, 0), half = across * wide / 2 * (1 - n * 0.1), y = low + n * step, back = middle - half * 0.8;
    return [[back, y - 1], [back, y + step * 0.55], [back - 0.5, y + step * 0.55], [back - 0.5, y + step], [middle + half + 0.5, y + step], [middle + half + 0.5, y + step * 0.55], [middle + half, y + step * 0.55], [middle + half, y - 1]];
  });
}

/** A mast like a basket, and what is seen through it. */
function cage([x, top], {at, high}) {
  const [middle, head] = at(x, top), low = 8 * high;
  const to = (t, dx) => [middle + dx, low + (head - low) * t];
  return [[to(0, -3.2), to(0.3, -1.9), to(0.62, -1.35), to(0.9, -1.2), to(0.9, 1.2), to(0.62, 1.35), to(0.3, 1.9), to(0, 3.2)],
    [to(0.84, -2.1), to(1, -2.1), to(1, 2.1), to(0.84, 2.1)]];
}

function lattice([x, top], {at, high}) {
  const [middle, head] = at(x, top), low = 8 * high;
  const to = (t, dx) => [middle + dx, low + (head - low) * t];
  return [0.05, 0.24, 0.43, 0.62].flatMap((t, n) => {
    const half = [2.4, 1.6, 1.1, 1][n];
    return [bar(to(t, -half), to(t + 0.19, half * 0.8), 0.45), bar(to(t, half), to(t + 0.19, -half * 0.8), 0.45)];
  });
}

function flight([x, x2, y], {at, high}) {
  const [back, top] = at(x, y), [front] = at(x2, y), thick = Math.max(1.3, 1.8 * high);
  return [[[back, top - thick * 0.6], [back, top], [front, top], [front, top - thick * 0.6], [front - 1.5, top - thick], [back + 1.5, top - thick]]];
}

function mast([x, top, rake = 0], {at, wide}) {
  const foot = at(x, 5), [middle, head] = at(x, top), tip = [middle - rake * wide, head], yard = head * 0.84 + 0.8;
  return [bar(foot, tip, 0.8), box(tip[0] - 1.8, tip[0] + 1.8, yard, yard + 0.55)];
}

function goalpost([x, top, across], {at, wide}) {
  const [middle, head] = at(x, top), half = across * wide / 2;
  return [box(middle - half - 0.6, middle - half + 0.6, 2, head), box(middle + half - 0.6, middle + half + 0.6, 2, head), box(middle - half - 1.2, middle + half + 1.2, head - 1.3, head)];
}

function airplane([x, y], {at}) {
  const [middle, deck] = at(x, y);
  return [[[-2.6, 0.5], [-2.8, 1.9], [-2.1, 1.9], [-1.5, 1.1], [0.2, 1.5], [0.5, 2], [1.3, 1.9], [1.6, 1.4], [2.6, 1.2], [2.6, 0.5], [1.4, 0.2], [1.2, 0], [0.7, 0], [0.6, 0.3]].map(([dx, dy]) => [middle + dx, deck + dy])];
}

function tube([x, y], {at}) {
  const [middle, top] = at(x, y);
  return [box(middle - 2.4, middle + 2.2, top - 1.6, top), box(middle - 0.7, middle + 0.7, 1, top)];
}

function row([x, x2, y, tall, count], {at, high}) {
  const [from, base] = at(x, y), [to] = at(x2, y), step = (to - from) / count;
  return Array.from({length: count}, (_none, n) => box(from + n * step, from + (n + 0.62) * step, base, base + tall * high));
}

function ports({deck}, {size, high}) {
  const y = deck[1] * high * 0.5, count = Math.floor(size * 0.76 / 3);
  return Array.from({length: count}, (_none, n) => box(size * 0.12 + n * 3, size * 0.12 + n * 3 + 0.8, y, y + 0.8));
}

function windows([x, x2, top, aft = 0, fore = 0], {at, wide}) {
  const [left, y] = at(x, top), [right] = at(x2, top);
  return [box(left + aft * wide + 0.5, right - fore * wide - 0.2, y - 1.6, y - 0.8)];
}

const PARTS = {
  flight: {form: flight}, house: {form: house}, bridge: {form: house}, funnel: {form: funnel}, pagoda: {form: pagoda}, cage: {form: cage},
  fore: {form: (fact, yard) => turret(fact, yard, 1)}, aft: {form: (fact, yard) => turret(fact, yard, -1)},
  tripod: {form: tripod}, goalpost: {form: goalpost}, tubes: {form: tube}, beams: {form: (fact, yard) => bars(fact, yard, 1.2)},
  posts: {form: ([x, x2, y = 17], yard) => [bar(yard.at(x, y), yard.at(x2, 4), 1.2)]},
  also: {form: (fact, {at}) => [pairs(fact).map(([x, y]) => at(x, y))]},
  side: {into: 1, form: (fact, {at}) => [pairs(fact).map(([x, y]) => at(x, y))]},
  arms: {into: 1, form: (fact, yard) => bars(fact, yard, 0.8)}, mast: {into: 1, form: mast}, planes: {into: 1, form: airplane},
  rows: {into: 1, form: row},
};
