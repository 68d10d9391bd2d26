/**
 * Ships from the side, drawn from their facts: where the funnels, turrets, bridges and decks of each class stand, as they
 * are in any reference on these ships.  So Saratoga is known by her funnel, and Tone by her foredeck.
 */

/**
 * Each fact is a word with groups of numbers: metres above the water, and places in per cent of the length from the stern.
 * `long` is in metres, `ends` says how far stern and bow lean out, `deck` is the line of the hull as points; `deckhouse` and
 * `bridge` go from, to, as high as, leaning in aft and in front; `funnel` is place, width, top, rake, spread of the foot;
 * `guns` are length of a turret, height, barrel, `fore` and `aft` the turrets that point there: place, over how many others,
 * size.  `also`, `beams`, `side` and `arms` are forms and lines as points; `like` takes over what another class has.
 */
const CLASSES = {
  saratoga: "long 271; ends 9 9; deck 0 10 2 17.5 97 17.5 100 17.5; flight .5 99 18.5; deckhouse 41.5 54.5 42 .6 .6; bridge 57 62 26, 58 61.5 30; guns 8 3.5 7; fore 65.5 1, 69.5; aft 38 1, 34; mast 59.5 44; rows 20 80 11 2.5 9; arms 43 39 53.5 39",
  yorktown: "long 252; ends 5 8; deck 0 8 60 8 100 11.5; flight 1.5 97 18; deckhouse 6 87 17, 46.5 62.5 24; funnel 51 15 34 0 1; bridge 56.5 62 30; tripod 57.5 41 6; rows 12 82 10.5 4.5 8; planes 10, 16, 22, 86; beams 3 18 4.5 4, 92 18 90 4",
  wasp: "like yorktown; long 226; ends 4 8; deck 0 7 60 7.5 100 11; flight 1.5 96.5 16.5; deckhouse 7 85 16, 51 61.5 21.5; funnel 53 6.5 34; bridge 57 61 27; tripod 58.5 37 -4; rows 11 80 9.5 4 9; planes 10, 17; beams 3 16.5 4.5 4, 91 16.5 89 4",
  victorious: "long 230; ends 6 8; deck 0 11 4 16.5 94 16.5 100 14; flight 4 93 17.5; also 0 14 4 17.5 4 14, 97 14.5 93 17.5 93 14; deckhouse 47 62 22; bridge 56.5 61.5 27.5, 57.5 60.5 31; funnel 53.5 9 32; tripod 58.5 41 4; mast 49 37; rows 14 84 9 2 18; planes 12",
  princeton: "long 190; ends 4 8; deck 0 5 60 6 100 9.5; flight 8 90 14; deckhouse 15 79 13; bridge 71 75.5 22; funnel 41 3.5 21, 46 3.5 21, 56 3.5 21, 61 3.5 21; mast 73 36, 51 31; rows 18 76 8 3 8; planes 18, 26, 84; beams 9 14 12 4, 87 14 83 4, 78 14 81 20",
  sangamon: "long 169; ends 4 5; deck 0 8 16 8 17 5.5 78 5.5 79 8.5 100 10; flight 3 94 14; deckhouse 13 80 13.5; bridge 73 78 20.5; mast 75.5 32; rows 20 74 7 4 6; planes 10, 18, 26; beams 5 14 7 4, 85 14 84 4, 91 14 88 4",
  shokaku: "long 257; ends 6 10; deck 0 7 50 8 84 9 100 13; flight 3 93 17; deckhouse 8 84 16; bridge 64 68.5 25, 65 68 30; mast 66 41; side 58.5 14.5 62.5 14.5 61.5 9 58 4.5 56.5 6.5 58.5 10, 52.5 14.5 56.5 14.5 55.5 9 52 4.5 50.5 6.5 52.5 10; planes 9, 15, 21; beams 4.5 17 6.5 4, 87 17 87 4, 91 17 91 4",
  junyo: "long 219; ends 5 9; deck 0 9 60 9.5 86 10.5 100 14; flight 2.5 96 19.5; deckhouse 5 89 19, 55 65.5 26; bridge 60.5 65 31; also 56 25 62 25 59.5 39 54 39; mast 63 42; rows 10 84 13 2 22; planes 9, 16, 83; beams 3.5 19.5 5 4, 93 19.5 92 4",
  ryujo: "long 180; ends 4 8; deck 0 5 70 5.5 78 6.5 100 9.5; flight 4 89 18.5; deckhouse 11 77 18; bridge 76 81.5 15.5; also 77 18 77 11 85 14 85 18; side 50 12 55 12 54 8 50 5 48 6.5 50 8.5; rows 14 74 13.5 1.5 18; arms 22 18.5 22 31, 64 18.5 64 31; beams 6 18.5 8 4, 10 18.5 12 4",
  zuiho: "long 205; ends 4 9; deck 0 5.5 60 6 84 7.5 100 11; flight 3 91 13.5; deckhouse 8 79 13; bridge 79 84 11.5; side 55 10.5 60 10.5 59 7 55 3.5 53 5 55 7.5; arms 30 13.5 30 27, 68 13.5 68 27; planes 9, 16, 23; beams 4.5 13.5 6 4, 87 13.5 86 4",

  northcarolina: "long 222; ends 4 10; deck 0 6.5 55 7 100 11.5; guns 15 5 16; fore 79.5, 71 1; aft 20; deckhouse 30 66 11.5, 34 63 15, 34.5 37.5 23; bridge 59 64.5 20, 60 63.5 30 1 1, 60.5 63 34; funnel 54.5 9.5 26 1, 44 9.5 26 1; mast 60 41, 40 33",
  southdakota: "long 207; ends 4 8; deck 0 6.5 55 7 100 11.5; guns 15 5 15; fore 80, 71 1; aft 22; deckhouse 31 66 11.5, 36 63 16, 37.5 41.5 25; bridge 54.5 61 22, 55 60 31 1 1, 56 59 35; funnel 50.5 12 27 1; mast 56.5 40, 44 35",
  colorado: "long 190; ends 3 5 .2; deck 0 5 42 5 43 7.5 100 8.5; guns 12.5 4 15; fore 81.5, 73 1; aft 27 1, 18.5; deckhouse 32 67 10; bridge 62.5 69 15; funnel 55 6 22, 47.5 6 22; also 61 8 68 8 66 18 65.5 36 63.5 36 63 18, 62.5 33 66.5 33 66.5 37 62.5 37, 34 8 41 8 39 18 38.5 36 36.5 36 36 18, 35.5 33 39.5 33 39.5 37 35.5 37; arms 62 10 66 18 63.5 24 65.5 32, 67 10 63 18 65.5 24 63.5 32, 35 10 39 18 36.5 24 38.5 32, 40 10 36 18 38.5 24 36.5 32",
  pensacola: "long 178; ends 3 8; deck 0 6 60 6.5 100 9.5; guns 9 3.5 10.5; fore 85, 77 1; aft 24 1, 15.5; deckhouse 32 71 9; bridge 65.5 71 15; funnel 58.5 6 21, 45 6 21; tripod 67.5 33 6, 36 27 5; arms 49 10.5 55 10.5",
  northampton: "long 183; ends 3 9; deck 0 6 62 6.5 63 9 100 10.5; guns 9.5 3.5 10.5; fore 84, 76 1; aft 17; deckhouse 25 71 9, 35.5 49 13.5; bridge 65.5 71.5 17, 66.5 70.5 21; funnel 58 6.5 24, 45 6.5 24; tripod 67.5 34 6, 37.5 28 5; arms 49.5 11.5 55 11.5",
  portland: "like northampton; tripod -; long 186; deck 0 6 56 6.5 57 9 100 10.5; fore 84, 76.5 1; deckhouse 25 71 9, 32 38 16, 39 49 12.5; bridge 64.5 71 17, 65.5 70 22; funnel 57.5 6.5 23, 45.5 6.5 23; mast 63.5 36, 35 29",
  neworleans: "long 179; ends 3 8; deck 0 6 45 6 46 8.5 100 10.5; guns 9.5 3.5 10.5; fore 85, 77.5 1; aft 18; deckhouse 26 74 9.5, 36 44 13.5, 31 36 17; bridge 64.5 73 16, 65.5 71.5 21.5, 67 70 26; funnel 58 7 22, 49.5 7 22; mast 62.5 36, 40 30",
  kent: "long 192; ends 3 8; deck 0 8.5 100 11; guns 8.5 3.5 9; fore 85, 77.5 1; aft 23.5 1, 15.5; deckhouse 28 72 11, 30 36 15; bridge 65 70.5 20, 66 70 23; funnel 60.5 5.5 26 2, 52 7.5 26 2, 44 5.5 26 2; mast 62.5 37 1.5, 37 34 1.5",
  brooklyn: "long 185; ends 2 8; deck 0 7.5 55 7.5 100 10.5; guns 9.5 3.5 8; fore 86, 78.5 1; aft 70, 25 1, 17; deckhouse 29 67 10.5, 31 37 17; bridge 59 65.5 17, 60 64.5 23; funnel 53.5 6 23 .6, 45 6 23 .6; mast 58 37, 39 32; arms 1 8 1 16 4 17",
  stlouis: "like brooklyn; deckhouse 29 67 10.5, 37 42.5 19, 30 34 13; funnel 54 6 23 .6, 46 6 23 .6; mast 50 38, 35 29",
  cleveland: "like brooklyn; long 186; fore 84, 76.5 1, 69 2 .66; aft 31.5 2 .66, 24 1, 16.5; deckhouse 28 71 10.5, 34.5 39 21; bridge 60 66 19, 61 65 26; funnel 55 6.5 24 .6, 46 6.5 24 .6; mast 58.5 38, 42 34",
  atlanta: "long 165; ends 2 7; deck 0 5.5 55 5.5 100 9.5; guns 6.5 3 5; fore 86, 79 1, 72 2; aft 29.5 2, 22.5 1, 15.5, 37 1; deckhouse 24 72 8.5, 38 42 16; bridge 62.5 68 18, 63.5 67 23; funnel 57 5.5 20.5 1.5, 47 5.5 20.5 1.5; mast 60.5 34 1, 43 28 1",
  hobart: "long 169; ends 3 7; deck 0 5 50 5 51 8 100 10; guns 7.5 3.5 8; fore 84, 76 1; aft 21.5 1, 13.5; deckhouse 25 70 9, 28 33 14; bridge 63.5 69 18, 64.5 68 21; funnel 57 5.5 21, 41 5.5 21; mast 60.5 34, 35 30; arms 46 9 52 16",
  leander: "like hobart; arms -; funnel 53 11 21 0 2",

  fletcher: "long 115; ends 1.5 5; deck 0 4 50 4 100 7; guns 5 3 4.5; fore 82, 75 1; aft 34 1, 22 1, 13.5; deckhouse 18 70 6; bridge 63 69.5 11.5, 64.5 68.5 15; funnel 57 4.5 13.5 .6, 44.5 4.5 13.5 .6; mast 61.5 24 .6; tubes 50.5, 39",
  benson: "long 106; ends 1.5 5; deck 0 3.5 60 3.5 61 6 100 7.5; guns 4.5 3 4.5; fore 84, 76.5 1; aft 25.5 1, 16.5; deckhouse 21 62 5.5; bridge 64 71 12, 65.5 69.5 15.5; funnel 57.5 4 13.5 .8, 46 4 13.5 .8; mast 62.5 23 .6; tubes 51.5, 39",
  sims: "like benson; funnel 55.5 5 14 .8 .8; tubes 46, 37",
  bagley: "long 104; ends 1.5 5; deck 0 3 60 3.5 61 6 100 7; guns 4 2.5 4.5; fore 84.5, 78 1; aft 25 1, 16; deckhouse 21 62 5; bridge 65 71.5 11.5, 66.5 70.5 14.5; funnel 55 8.5 13.5 .4 2; mast 63 23 .6; tubes 43",
  flushdeck: "long 96; ends 2 2 .6; deck 0 3.5 100 6; guns 3 2 4; fore 84; aft 24, 12; deckhouse 20 30 5.5, 34 68 5; bridge 67 73.5 10.5; funnel 48 3 12.5 .4, 40.5 3 12.5 .4; mast 65.5 24, 29 18; also 54 5 60.5 5 61 7 53.5 7; arms 54.5 5 54.5 9.5 56 9.5, 60 5 60 9.5 61.5 9.5",

  yamato: "long 263; ends 7 11 .3; deck 0 6.5 28 7 58 9 76 8 100 12.5; guns 17 5.5 19; fore 76.5, 67.5 1, 61 2 .6; aft 36 2 .6, 26; deckhouse 33 64 14, 38.5 59 18; bridge 53 58.5 24 .6 0, 54 57.5 31 .6 .4, 54.5 57 36; also 53 33 58 33 58 35 53 35; funnel 48.5 11 29 5 1; mast 43 38 5; arms 1 6 1 15 4 17; planes 6, 12",
  nagato: "long 225; ends 5 8 .4; deck 0 5.5 32 6 33 8.5 100 10.5; guns 13 4.5 16; fore 80, 71.5 1; aft 29 1, 20; deckhouse 32.5 67 11.5, 39 43 20; pagoda 62.5 37 16; funnel 52.5 10 25 2 1; mast 37.5 36; rows 42 66 9 1 8",
  kongo: "long 222; ends 5 8 .4; deck 0 5.5 26 6 27 8.5 100 10.5; guns 12 4 15; fore 81, 73 1; aft 32.5 1, 19.5; deckhouse 37 69 11.5, 40 43.5 20; pagoda 65 37 14; funnel 57 8.5 24 0 .6, 48.5 9 24 0 .6; mast 38.5 34; rows 40 68 9 1 10",
  hiei: "like kongo; pagoda -; bridge 62.5 69 21 .4 0, 63.5 68 30 .8 .6, 64 67 37; also 62.5 33 68 33 68 35 62.5 35",

  takao: "long 204; ends 4 9 .4; deck 0 5.5 30 6.5 100 10.5; guns 8.5 3.5 9.5; fore 87, 80.5 1; aft 74, 22.5 1, 15.5; deckhouse 26 73 9.5, 34 43 12.5; bridge 61 71 18, 61.5 70.5 24, 63.5 69.5 29; funnel 56 11 23 4 1, 48 5 22 2; mast 61 37; tripod 36 32 6; arms 43 11 47 11; planes 30",
  chokai: "like takao; arms -; deckhouse 26 73 9.5, 32 39 13.5; tripod 43.5 35 6",
  myoko: "like takao; mast -; arms -; aft 74, 22 1, 14.5; deckhouse 25 73 9.5, 35 44 12.5; bridge 64.5 70.5 17, 65.5 70 25; funnel 57.5 8 23 4 4, 48.5 5.5 22 3; tripod 63.5 34 5, 38 33 6; planes 31",
  mogami: "long 201; ends 4 9 .4; deck 0 5 40 6 100 10; guns 8.5 3.5 9; fore 88, 81, 74 1; aft 23 1, 15.5; deckhouse 26 72 9.5, 45 51 12; bridge 65 70 18, 65.5 69.5 26; funnel 56 9 22 5 5; tripod 63.5 33 5, 41 33 6; planes 29.5, 36",
  tone: "long 201; ends 4 9 .4; deck 0 5 40 6 100 10; guns 8.5 3.5 8.5; fore 89, 82.5 1; aft 76, 69.5; deckhouse 36 68 9.5, 41 46 12.5; bridge 58 63 18, 58.5 62.5 26; funnel 50 9 22 5 4; tripod 56.5 32 5, 39 33 6; planes 6, 14, 22, 30; arms 27 7 27 10 33 10",
  aoba: "long 185; ends 4 8 .4; deck 0 5 34 5.5 100 10; guns 8.5 3.5 9; fore 85, 78 1; aft 18; deckhouse 24 71 9, 34 41 13; bridge 65 71 17, 66 70 24; funnel 57.5 8.5 21 2 2, 48.5 4.5 20 1.5; mast 64 34; tripod 37 31 6; planes 28",
  furutaka: "like aoba; mast -; deckhouse 24 71 9, 29 37 11; bridge 66 71.5 15, 67 71 21; funnel 58.5 7.5 22 3.5 1, 50 5.5 21 3.5; tripod 65 32 5, 42 32 6; arms 37 10 41 10; planes 33",

  sendai: "long 162; ends 3 4 .7; deck 0 4 64 4.5 65 7 100 9; guns 4 2.5 6; fore 84, 77.5; aft 37 1, 29.5 1, 22 1, 12; deckhouse 18 64 6.5; bridge 67 72.5 14.5, 67.5 72 19; funnel 60.5 4.5 18.5, 55 4.5 17, 49 4.5 17, 43 4.5 17; tripod 66.5 31 5; mast 33.5 28",
  jintsu: "like sendai; ends 3 9 .3; deck 0 4 64 4.5 65 7 100 9.5; fore 83, 76.5; bridge 66.5 72 14.5, 67 71.5 19; funnel 60 4.5 18.5, 54 4.5 17, 48.5 4.5 17, 42.5 4.5 17; tripod 66 31 5",
  nagara: "like sendai; aft 36 1, 28 1, 20.5 1, 12; deckhouse 17 64 6.5; bridge 65.5 73.5 13.5, 66.5 72.5 19.5; funnel 59.5 4.5 17.5, 53.5 4.5 17.5, 46 5.5 17.5; tripod 65.5 31 5; mast 32 28",
  agano: "long 174; ends 3 9 .4; deck 0 5 34 5.5 100 10; guns 7 3 7.5; fore 84, 77 1; aft 18.5; deckhouse 27 71 8.5; bridge 64.5 69.5 17, 65 69 23; funnel 56 9 20 4 1.5; tripod 63.5 30 4, 44 31 6; planes 33; arms 28 9.5 36 9.5",
  yubari: "long 139; ends 2 7 .4; deck 0 4 60 4 100 8; guns 5 3 5.5; fore 84.5 0 .7, 78 1; aft 25 1, 17 0 .7; deckhouse 22 72 6.5; bridge 64.5 71 14, 65.5 70.5 19; also 44 6 62 6 60 9.5 56 11 55 17.5 49.5 17.5 50 11 47 9.5; tripod 63.5 28 4; mast 37 25; tubes 40",
  tenryu: "long 143; ends 2 4 .6; deck 0 3.5 65 4 66 6.5 100 8; guns 4 2.5 5.5; fore 83, 43 1; aft 25 1, 13; deckhouse 20 66 5.5; bridge 67 72 13; funnel 60 4.5 16, 54.5 4.5 16, 48.5 4.5 16; tripod 66 28 4; mast 33 24; tubes 38",

  kagero: "long 118; ends 1.5 6 .4; deck 0 3 65 3.5 66 6 100 8; guns 5.5 3 5; fore 81.5; aft 24.5 1, 15.5; deckhouse 20 64 5; bridge 67.5 73 12, 68 72.5 15; funnel 59.5 5 12.5 2 .4, 48.5 4 12 2; tripod 66.5 23 3; mast 33 18; tubes 53.5, 40",
  fubuki: "long 118; ends 1.5 5 .4; deck 0 3 65 3.5 66 6 100 8; guns 5.5 3 5; fore 82.5; aft 26 1, 16; deckhouse 21 64 5; bridge 66.5 73.5 12.5, 67 72.5 16.5; funnel 60 4 13 1, 47 4 13 1; tripod 66 24 3; mast 32 19; tubes 54, 41.5, 36",
  shiratsuyu: "long 110; ends 1.5 5 .4; deck 0 3 64 3.5 65 6 100 8; guns 5.5 3 5; fore 81.5; aft 28 1 .66, 15; deckhouse 20 63 5; bridge 66 72 11, 67 71.5 14; funnel 58.5 5.5 12 2, 46.5 3.5 11.5 2; tripod 65 22 3; mast 33 17; tubes 52.5, 39",
  akizuki: "long 134; ends 1.5 6 .4; deck 0 3.5 64 4 65 6.5 100 8.5; guns 5.5 3 5.5; fore 84, 76.5 1; aft 24 1, 15.5; deckhouse 20 74 5.5; bridge 65.5 71.5 14, 66.5 71 18; funnel 55 6.5 14 3 3; tripod 64 26 4; mast 35 20; tubes 44.5",
  mutsuki: "long 103; ends 1.5 4 .7; deck 0 3 77 3 79 6 100 7; guns 3.5 2 4.5; fore 86, 43 1; aft 26 1, 13; deckhouse 20 66 4.5; bridge 67 73.5 10; funnel 60.5 4.5 11.5 .4, 50 3.5 11.5 .4; mast 65.5 22, 32 17; tubes 76, 37",

  chitose: "long 192; ends 3 8 .4; deck 0 6 60 7 100 10.5; guns 5 3 4.5; fore 83, 77 1; deckhouse 50 73 10; bridge 64.5 70.5 16, 65.5 70 22; funnel 57.5 6.5 21 1; also 36 17 51 17 51 19.5 36 19.5; mast 62.5 35, 43.5 29; arms 9 14 16 19, 36 19 30 25; planes 5, 14, 21, 28; beams 37 17 37 4, 50 17 50 4, 41 17 41 4, 46 17 46 4, 9 6 9 15",
  nisshin: "long 192; ends 3 8 .4; deck 0 6 60 7 100 10.5; guns 6.5 3 7; fore 87, 81 1, 74.5; deckhouse 50 72 10; bridge 64 69.5 17, 65 69 22; funnel 57 6.5 20 2; tripod 47 31 5; arms 30 16 38 23, 10 15 17 21; planes 5, 16, 24, 36; beams 30 6 30 17, 10 6 10 16",
  kamikawa: "long 155; ends 4 6 .4; deck 0 9 12 9 13 6.5 42 6.5 43 8.5 60 8.5 61 6.5 84 7 85 9.5 100 11; deckhouse 42.5 60 14; bridge 53 59 19.5; funnel 48.5 6.5 24; guns 3.5 2.5 4; fore 92; aft 6; arms 18 8.5 28 8.5; planes 20, 27, 38; mast 56 30; beams 71.5 3 71.5 24 74.5 24 74.5 3, 30.5 3 30.5 24 33.5 24 33.5 3",
  maru: "long 140; ends 4 4 .5; deck 0 8.5 12 8.5 13 6 42 6 43 8.5 60 8.5 61 6 84 6.5 85 9 100 10.5; deckhouse 43 60 13.5; bridge 52.5 58.5 18.5; funnel 48 6 23; mast 73 31, 28 31; arms 73 9 66 20, 73 9 80 20, 28 9 21 20, 28 9 35 20; also 64.5 6 70 6 70.5 8.5 64 8.5, 32 6 38 6 38.5 8.5 31.5 8.5; beams 73 6 73 22, 28 6 28 22",
  liner: "long 149; ends 4 5 .5; deck 0 9 72 9 73 10.5 100 12; deckhouse 31 66 13.5, 35 64 16.5; bridge 57.5 63.5 21; funnel 47.5 7.5 27 1; mast 60 35, 76 32; guns 3.5 2.5 4; fore 91; aft 5; arms 76 12 69 21, 76 12 84 21, 22 10 14 19; beams 74.5 3 74.5 24 77.5 24 77.5 3, 20.5 3 20.5 22 23.5 22 23.5 3",

  fleetboat: "long 95; ends 9 2; deck 0 .8 10 2.5 60 3 90 3.5 100 4.5; deckhouse 45 63 6 .6 .4; bridge 50 60 9.5 .4 .4; guns 2.5 1.5 4; fore 68; arms 57 9 57 17; beams 55 8 55 14, 53 8 53 12.5",
  sboat: "long 67; ends 6 2; deck 0 1 10 2 90 2.5 100 3.5; deckhouse 46 60 4.5 .6 .4; bridge 49 57 7.5 .2 .2; guns 2.5 1.5 3.5; fore 66; arms 54.5 7 54.5 13; beams 52.5 7 52.5 11",
  hangarboat: "long 109; ends 10 5; deck 0 1 10 2.5 60 3 100 5; deckhouse 38 65 6 .6 2.5; bridge 45 55 10 .4 .6; guns 2.5 1.5 4.5; aft 31; arms 48.5 9 48.5 18, 66 4.5 91 6; beams 51 9 51 15",
  kaidai: "long 105; ends 9 4; deck 0 1 10 2.5 60 3 100 5; deckhouse 40 60 5 .6 1; bridge 45 55.5 9.5 .8 .4; guns 2.5 1.5 4.5; fore 68; arms 48.5 9 48.5 17; beams 51 9 51 14.5",
};

/** Who is on a card: a class and how many of her, or one in front and others behind her. */
const CARDS = {
  saratoga: "saratoga", enterprise: "yorktown", hornet: "yorktown", wasp: "wasp", victorious: "victorious",
  princeton: "princeton", "sangamon-suwannee-chenango": "sangamon 3",
  "north-carolina-washington": "northcarolina 2", "south-dakota": "southdakota", indiana: "southdakota",
  "maryland-colorado": "colorado 2", "san-francisco-portland": "neworleans portland",
  "minneapolis-new-orleans": "neworleans 2", "astoria-quincy-vincennes": "neworleans 3",
  "chicago-louisville": "northampton 2", "northampton-pensacola": "northampton pensacola",
  "salt-lake-city-chester": "pensacola northampton", "australia-canberra": "kent 2", "helena-boise": "stlouis brooklyn",
  "honolulu-st-louis": "brooklyn stlouis", "montpelier-cleveland": "cleveland 2", "columbia-denver": "cleveland 2",
  "hobart-leander": "hobart leander", "atlanta-destroyers": "atlanta benson benson",
  "juneau-destroyers": "atlanta benson benson", "san-juan-destroyers": "atlanta benson benson",
  "san-diego-destroyers": "atlanta benson benson", "desron-12": "benson 3", "walke-gwin": "sims benson bagley",
  "desron-4": "bagley 3", "desron-2": "sims 3", "desron-21": "fletcher 3", "desdiv-12": "bagley 3",
  "desron-23": "fletcher 3", "transdiv-12": "flushdeck 3", "cactus-air-force": "sboat",
  shokaku: "shokaku", zuikaku: "shokaku", "junyo-hiyo": "junyo 2", ryujo: "ryujo", zuiho: "zuiho", chitose: "chitose",
  nisshin: "nisshin", "kamikawa-maru-sanyo-maru": "kamikawa 2", "yamato-mutsu": "yamato nagato",
  "kongo-haruna": "kongo 2", "hiei-kirishima": "hiei kongo", chokai: "chokai", maya: "chokai", "aoba-kinugasa": "aoba 2",
  "furutaka-kako": "furutaka 2", "atago-takao": "takao 2", "myoko-haguro": "myoko 2", "suzuya-kumano": "mogami 2",
  "tone-chikuma": "tone 2", "jintsu-destroyers": "jintsu kagero kagero", "sendai-destroyers": "sendai fubuki fubuki",
  "nagara-destroyers": "nagara kagero kagero", "yura-destroyers": "nagara shiratsuyu shiratsuyu",
  "agano-destroyers": "agano akizuki kagero", "yubari-destroyers": "yubari mutsuki mutsuki",
  "tenryu-tatsuta": "tenryu 2", "desdiv-15": "kagero 3", "desdiv-31": "kagero 3", "desdiv-11": "fubuki 3",
  "desdiv-2": "shiratsuyu 3", "desdiv-24": "shiratsuyu 3", "desdiv-61": "akizuki 2", "desdiv-30": "mutsuki 3",
  squall: "kaidai",
};

/** Who stands for a card that is none of these, by its kind: of the one side, and of the other. */
const LIKE = {
  carrier: ["yorktown", "shokaku"], battleship: ["northcarolina", "nagato"], cruiser: ["neworleans", "aoba"],
  destroyers: ["benson 3", "kagero 3"], tender: ["liner", "chitose"], transports: ["liner 2", "maru 2"],
  submarine: ["fleetboat", "hangarboat"],
};

const UP = 1.5; // heights are drawn greater than lengths, or nothing would be seen of them
const THICK = 1.2; // units of what must be seen on a small card
const THIN = 0.8;
const BEHIND = 27.4; // the water of those farther away
const cache = new Map();

/**
 * The ships of a card in a box of 120 by 36 with the water at 31, bow to the right, as paths: `d` what makes them known,
 * `detail` masts, windows and cranes, `behind` who is farther away.  Nothing where the kind is no ship.
 */
export function outline(card, kind) {
  const name = String(card.id).split("/").at(-1) ?? "";
  const like = Object.hasOwn(LIKE, kind) ? LIKE[kind][card.side === 1 ? 1 : 0] : null;
  const ships = like && Object.hasOwn(CARDS, name) ? CARDS[name] : like;
  if (ships && !cache.has(ships)) cache.set(ships, drawn(ships.split(" ")));
  return cache.get(ships) ?? null;
}

/** A pair follow each other; of more, the others are small at both ends. */
function drawn([first, ...rest]) {
  const others = Number(rest[0]) ? Array(Math.min(2, Number(rest[0]) - 1)).fill(first) : rest;
  const ship = built(first), pair = others.length === 1, small = pair ? 0.74 : 0.54;
  const left = pair ? 119.5 - ship.size : (120 - ship.size) / 2;
  const far = others.map((name, n) => {
    const {mass, size} = built(name);
    return path(mass, n ? 119.5 - size * small : 0.5, BEHIND, small);
  });
  return {d: path(ship.mass, left, 31, 1), detail: path(ship.fine, left, 31, 1), behind: far.join("")};
}

/** All forms turn the same way: where they overlap nothing is cut out. */
function path(forms, left, water, scale) {
  return forms.map((form) => {
    const said = (area(form) < 0 ? [...form].reverse() : form).map(([x, y]) => (
      `${round(left + x * scale)} ${round(Math.max(0.5, water - y * scale))}`));
    return `M${said.join("L")}Z`;
  }).join("");
}

const round = (n) => Math.round(n * 10) / 10;
const area = (form) => form.reduce((sum, [x, y], n) => {
  const [x2, y2] = form[(n + 1) % form.length];
  return sum + x * y2 - y * x2;
}, 0);

/**
 * The facts of a class, those of another that she is like among them: numbers in groups by their word.
 * @returns {any}
 */
function factsOf(name) {
  const facts = {};
  for (const part of CLASSES[name].split("; ")) {
    const [word, ...said] = part.split(" ");
    if (word === "like") Object.assign(facts, factsOf(said[0]));
    else facts[word] = said[0] === "-" ? [] : said.join(" ").split(", ").map((group) => group.split(" ").map(Number));
  }
  return facts;
}

/** Her forms from the stern at the water, in units of the box: those that all see, and the fine ones. */
function built(name) {
  const facts = factsOf(name), [[long]] = facts.long;
  const size = Math.max(80, 62 + long * 0.207), wide = size / long, high = wide * UP;
  const deck = points(facts.deck[0]), upper = facts.flight?.[0][2];
  const yard = {
    size, wide, high, guns: facts.guns?.[0], at: (x, y) => [x * size / 100, y * high],
    floor: (x) => upper ?? heightAt(deck, x), // where one stands
  };
  const mass = [hull(facts, yard)], fine = ports(facts, yard);
  for (const [word, form] of Object.entries(MASS)) mass.push(...(facts[word] ?? []).flatMap((fact) => form(fact, yard)));
  for (const [word, form] of Object.entries(FINE)) fine.push(...(facts[word] ?? []).flatMap((fact) => form(fact, yard, mass)));
  return {size, mass, fine};
}

const points = (numbers) => numbers.flatMap((x, n) => (n % 2 ? [] : [[x, numbers[n + 1]]]));

function heightAt(line, x) {
  const n = Math.max(1, line.findIndex(([to]) => to >= x)), [[x1, y1], [x2, y2]] = [line[n - 1], line[n]];
  return y1 + (y2 - y1) * (x - x1) / (x2 - x1);
}

function hull({deck: [deck], ends: [[stern, bow, lean = 0.45]]}, {size, wide, at}) {
  const line = points(deck).map(([x, y]) => at(x, y)), front = size - bow * wide;
  return [
    [stern * wide, 0], [stern * wide * 0.25, line[0][1] * 0.4], ...line,
    [front + bow * wide * lean, line[line.length - 1][1] * 0.42], [front, 0],
  ];
}

const box = (x, x2, y, y2) => [[x, y], [x, y2], [x2, y2], [x2, y]];

/**
 * @param {number[]} from
 * @param {number[]} to
 */
function bar([x, y], [x2, y2], thick) {
  const long = Math.hypot(x2 - x, y2 - y) || 1, dx = (y2 - y) / long * thick / 2, dy = (x2 - x) / long * thick / 2;
  return [[x - dx, y + dy], [x2 - dx, y2 + dy], [x2 + dx, y2 - dy], [x + dx, y - dy]];
}

const bars = (thick) => (fact, {at}) => points(fact).slice(1).map((to, n) => bar(at(fact[2 * n], fact[2 * n + 1]), at(to[0], to[1]), thick));
const outlined = (fact, {at}) => [points(fact).map(([x, y]) => at(x, y))];

/** A turret stands on her deck, or over others (`level`). */
const turret = (way) => ([x, level = 0, part = 1], {at, wide, high, guns: [long, tall, barrel], floor}) => {
  const [middle, base] = at(x, floor(x) + 0.4 + level * (tall * 0.75 + 0.9));
  const half = Math.max(long * wide * part, 2.6) / 2, top = Math.max(tall * high * Math.sqrt(part), 1.6), out = barrel * wide * part;
  const to = (dx, dy) => [middle + way * dx, base + dy];
  return [
    [to(-half, 0), to(-half, top * 0.8), to(-half * 0.7, top), to(half * 0.5, top), to(half, top * 0.5), to(half, 0)],
    box(middle - half * 0.66, middle + half * 0.66, Math.max(0.5, base - (level + 1) * 3 * high), base),
    bar(to(half * 0.6, top * 0.55), to(half + out, top * 0.55 + out * 0.1), THICK),
  ];
};

function deckhouse([x, x2, top, aft = 0, fore = 0], {at, wide}) {
  const [[left, y], [right]] = [at(x, top), at(x2, top)];
  return [[[left, 1], [left + aft * wide, y], [right - fore * wide, y], [right, 1]]];
}

function windows([x, x2, top, aft = 0, fore = 0], {at, wide}) {
  const [[left, y], [right]] = [at(x, top), at(x2, top)];
  return [box(left + aft * wide + 0.5, right - fore * wide - 0.2, y - 1.6, y - THIN)];
}

/** Higher up it leans aft, and is narrower than its foot. */
function funnel([x, across, top, rake = 0, foot = 0], {at, wide, floor}) {
  const [[middle, y], [, low]] = [at(x, top), at(x, floor(x) * 0.8)], half = across * wide / 2, spread = half + foot * wide;
  const to = (t, dx) => [middle - rake * wide * t + dx, low + (y - low) * t];
  const left = [[0, spread], [0.22, spread], [0.5, half], [0.92, half], [0.92, half + 0.35], [1, half + 0.35]];
  return [[...left.map(([t, dx]) => to(t, -dx)), ...left.reverse().map(([t, dx]) => to(t, dx))]];
}

function cap([x, across, top, rake = 0], {at, wide}) {
  const [middle, y] = at(x, top - 2.6), back = middle - rake * wide * 0.88, half = across * wide / 2;
  return [box(back - half, back + half, y - 0.35, y + 0.35)];
}

function tripod([x, top, spread], {at, wide, high}) {
  const [[foot], head] = [at(x, 0), at(x, top)], y = top * 0.78 * high;
  return [
    bar([foot, 4 * high], head, THICK), bar([foot - spread * wide, 6 * high], [foot, y], THICK),
    box(foot - 1.7, foot + 1.7, y, y + 1.8),
  ];
}

/** Platform over platform, each narrower. */
function pagoda([x, top, across], {at, wide, high}) {
  const low = 9 * high, step = (top * high - low) / 6, [middle] = at(x, 0);
  return [0, 1, 2, 3, 4, 5].flatMap((n) => {
    const half = across * wide / 2 * (1 - n * 0.11), y = low + n * step, back = middle - half * 0.8;
    return [box(back, middle + half, y - 1, y + step), box(back - 0.6, middle + half + 0.8, y + step * 0.5, y + step)];
  });
}

function flight([x, x2, y], {at, high}) {
  const [[back, top], [front]] = [at(x, y), at(x2, y)], low = top - Math.max(1.3, 1.8 * high), edge = top - 0.8;
  return [[[back, edge], [back, top], [front, top], [front, edge], [front - 1.5, low], [back + 1.5, low]]];
}

/** A mast stands on what is highest there. */
function mast([x, top, rake = 0], {at, wide, high, floor}, mass) {
  const [[middle, head], tip] = [at(x, top), at(x, 0)[0] - rake * wide], yard = head * 0.84 + 0.8;
  const foot = Math.max(floor(x) * high, ...mass.slice(1).filter((form) => spans(form, middle)).map(highest));
  return [bar([middle, foot], [tip, head], THIN), box(tip - 1.8, tip + 1.8, yard, yard + 0.55)];
}

const spans = (form, at) => Math.min(...form.map(([x]) => x)) < at && Math.max(...form.map(([x]) => x)) > at;
const highest = (form) => Math.max(...form.map(([, y]) => y));

const AIRPLANE = [-2.6, 0.5, -2.8, 1.9, -2.1, 1.9, -1.5, 1.1, 0.2, 1.5, 0.5, 2, 1.3, 1.9, 1.6, 1.4, 2.6, 1.2, 2.6, 0.5, 1.4, 0.2, 1.2, 0, 0.7, 0, 0.6, 0.3];

function airplane([x], {at, floor}) {
  const [middle, base] = at(x, floor(x));
  return [points(AIRPLANE).map(([dx, dy]) => [middle + dx, base + dy])];
}

function tube([x], {at, floor}) {
  const [middle, y] = at(x, floor(x) + 3.2);
  return [box(middle - 2.4, middle + 2.2, y - 1.6, y), box(middle - 0.7, middle + 0.7, 1, y)];
}

function row([x, x2, y, tall, count], {at, high}) {
  const [[from, base], [to]] = [at(x, y), at(x2, y)], step = (to - from) / count;
  return Array.from({length: count}, (_none, n) => box(from + n * step, from + (n + 0.62) * step, base, base + tall * high));
}

/** Portholes; a submarine has none. */
function ports({deck: [[, height]]}, {size, high}) {
  if (height < 2) return [];
  const y = height * high * 0.5;
  return Array.from({length: Math.floor(size / 4)}, (_none, n) => box(size * 0.12 + n * 3, size * 0.12 + n * 3 + THIN, y, y + THIN));
}

const MASS = {
  flight, deckhouse, bridge: deckhouse, funnel, pagoda, fore: turret(1), aft: turret(-1), tripod, tubes: tube,
  beams: bars(THICK), also: outlined,
};
const FINE = {bridge: windows, funnel: cap, side: outlined, arms: bars(THIN), mast, planes: airplane, rows: row};
