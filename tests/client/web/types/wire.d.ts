// What travels between the page and a server, as JSON brings it.  Made from the Python structs; do not edit:
//     python -m tests.tools.page_types --update

declare namespace Wire {
  interface Accept {
    type: "accept";
    seq: number;
    table: string;
    n: number;
    head: string;
    signature: string;
  }

  interface ActionTaken {
    event: "action-taken";
    rule: string;
    side: 0 | 1;
    action: string;
  }

  interface Advice {
    type: "advice";
    seq: number;
    table: string;
    update: number;
    answers: AdvisedAnswer[];
    worlds: number;
    given: AdvisedAnswer | null;
    blunder: boolean;
  }

  interface Advise {
    type: "advise";
    seq: number;
    table: string;
    update: number;
    language: string;
    answer: number | string | (number | string | (number | string | (number | string)[])[])[] | Record<string, number | string | (number | string)[]> | null;
  }

  interface AdvisedAnswer {
    answer: number | string | (number | string | (number | string | (number | string)[])[])[] | Record<string, number | string | (number | string)[]>;
    then: (number | string | (number | string | (number | string | (number | string)[])[])[] | Record<string, number | string | (number | string)[]>)[];
    chance: number;
    error: number;
    behind: number;
    unsure: number;
    why: string;
  }

  interface Aimed {
    event: "aimed";
    rule: string;
    side: 0 | 1;
    aims: [number, number][];
    modes: string[];
  }

  interface Assign {
    type: "assign";
    of: string;
    choices: Record<string, (number | string | [string, number])[]>;
  }

  type Attempts = [dice: number, limited: boolean];

  interface BaseMoved {
    event: "base-moved";
    rule: string;
    side: 0 | 1;
    token: number;
    line: 0 | 1 | 2 | 3 | 4 | 5;
  }

  interface Battle {
    name: string;
    version: number;
    set: string;
    date: string;
    first: 0 | 1;
    turns: number;
    decks: boolean;
    whole: boolean;
    options: string[];
    scores: [string, number][];
    ties: 0 | 1;
    clear: number;
    decisive: number;
    us: BattleSide;
    jp: BattleSide;
    english: BattleText;
    japanese: BattleText;
    sources: string[];
    campaign: CampaignPart | null;
  }

  interface BattleLaidOut {
    event: "battle-laid-out";
    rule: string;
    battle: string;
    turns: number;
  }

  interface BattleSide {
    bases: PlacedBase[];
    ships: PlacedShip[];
    deck: string[];
    hand: number;
    held: string[];
    reserve: string[];
    lead: number;
  }

  interface BattleText {
    title: string;
    introduction: string;
    history: string;
  }

  interface BlockPlayer {
    type: "block";
    seq: number;
    who: string;
  }

  interface BlockedPlayer {
    key: string;
    name: string;
    at: number;
  }

  interface BlockedPlayers {
    type: "blocks";
    seq: number;
    blocked: BlockedPlayer[];
  }

  interface Bound {
    key: string;
    commitment: string;
    committed: string;
    share: string;
    revealed: string;
  }

  interface Bye {
    type: "bye";
    code: string;
    text: string;
  }

  interface Call {
    type: "call";
    seq: number;
    table: string;
    bot: string;
  }

  interface CampaignPart {
    name: string;
    version: number;
    mark: string;
    number: number;
    before: string;
    points: [number, number];
    marginal: number;
    decisive: number;
    us: CarriedSide;
    jp: CarriedSide;
    english: CampaignText;
    japanese: CampaignText;
  }

  interface CampaignText {
    title: string;
    introduction: string;
    battles: string[];
  }

  interface CarriedKey {
    type: "carried";
    seq: number;
    data: string;
  }

  interface CarriedSide {
    lost: string[];
    damage: [string, number][];
    hand: string[];
  }

  interface CarryKey {
    type: "carry";
    seq: number;
    box: string;
    data: string;
  }

  interface Cast {
    type: "cast";
    seq: number;
    table: string;
    game: number;
    first: number;
  }

  interface Challenge {
    type: "challenge";
    version: number;
    software: string;
    engine: string;
    key: string;
    nonce: string;
    proof: string;
  }

  interface ChallengeLine {
    until: number;
    within: number;
    points: number | null;
    bot: boolean;
  }

  interface Chance {
    card: number;
    value: number | string | [string, number] | null;
    hits: number;
    success: number;
    kill: number | null;
    loss: number | null;
  }

  interface Choose {
    type: "choose";
    options: (number | string | [string, number])[];
  }

  interface ClaimName {
    type: "claim";
    seq: number;
    recovery: string;
  }

  interface CloseChallenge {
    type: "close-challenge";
    seq: number;
    table: string;
  }

  interface Commit {
    type: "commit";
    seq: number;
    table: string;
    commitment: string;
    signature: string;
  }

  interface ConfirmSubscription {
    type: "confirm-subscription";
    seq: number;
    subscription: string;
    code: string;
  }

  interface Countersign {
    type: "countersign";
    seq: number;
    table: string;
    head: string;
    first: number;
    digests: string;
    signature: string;
  }

  interface Create {
    type: "create";
    seq: number;
    request: string;
    terms: Terms;
  }

  interface Cup {
    type: "cup";
    seq: number;
    line: CupLine;
    players: CupPlayer[];
    round: number;
    games: CupGame[];
    free: number[];
  }

  interface CupGame {
    n: number;
    us: number;
    jp: number;
    table: string;
    ending: "decided" | "default" | "played" | "withdrawn" | null;
    points: [number, number];
    lead: number;
    due: number;
  }

  interface CupLine {
    cup: string;
    title: string;
    kind: "knock-out" | "round-robin";
    games: number;
    terms: Terms;
    state: "open" | "over" | "running";
    closes: number;
    most: number;
    entered: number;
    mine: boolean;
    round: number;
    rounds: number;
    days: number;
  }

  interface CupPlayer {
    name: string;
    key: string;
    place: number;
    points: number;
    games: number;
    us: number;
    jp: number;
    mutual: number;
    strength: number;
    lead: number;
    out: boolean;
  }

  interface CupSeat {
    table: string;
    place: number;
    token: string;
    against: string;
  }

  interface Cups {
    type: "cups";
    seq: number;
    cups: CupLine[];
    seats: CupSeat[];
  }

  interface Damaged {
    event: "damaged";
    rule: string;
    side: 0 | 1;
    token: number;
    hits: number;
    damage: number;
  }

  interface Decline {
    type: "decline";
    seq: number;
    table: string;
    n: number;
  }

  interface DecoyFound {
    event: "decoy-found";
    rule: string;
    side: 0 | 1;
    token: number;
    left: number;
  }

  interface DeploymentShown {
    event: "deployment-shown";
    rule: string;
    side: 0 | 1;
    detected: [number, string][];
    bases: [string, number][];
    ships: [number, number][];
  }

  interface Detached {
    event: "detached";
    rule: string;
    side: 0 | 1;
    token: number;
    escort: number;
    damage: number;
    escort_damage: number;
  }

  interface Discarded {
    event: "discarded";
    rule: string;
    side: 0 | 1;
    count: number;
    top: string;
    cards: string[] | null;
  }

  interface Drew {
    event: "drew";
    rule: string;
    side: 0 | 1;
    count: number;
    cards: string[] | null;
  }

  interface Eliminated {
    event: "eliminated";
    rule: string;
    side: 0 | 1;
    token: number;
    cards: string[];
    points: number;
  }

  interface EnterCup {
    type: "enter-cup";
    seq: number;
    cup: string;
  }

  interface ExpressLoaded {
    event: "express-loaded";
    rule: string;
    side: 0 | 1;
    token: number | null;
    card: string | null;
  }

  interface Faced {
    event: "faced";
    rule: string;
    side: 0 | 1;
    airplanes: [number, string][];
  }

  interface Fetch {
    type: "fetch";
    seq: number;
    what: "cards" | "transcript";
    name: string;
    part: number;
    game: number;
  }

  interface FleetDrawn {
    event: "fleet-drawn";
    rule: string;
    side: 0 | 1;
    cards: string[];
    again: boolean;
  }

  interface Flew {
    event: "flew";
    rule: string;
    side: 0 | 1;
    flights: ([number, number, 0 | 1 | 2 | 3 | 4 | 5])[];
  }

  interface GameEnded {
    event: "game-ended";
    rule: string;
    winner: 0 | 1 | null;
    reason: string;
    us: number;
    jp: number;
  }

  interface GetPlayer {
    type: "get-player";
    seq: number;
    who: string;
  }

  interface Glance {
    type: "glance";
    seq: number;
    tables: string[];
    secret: string;
  }

  interface Hello {
    type: "hello";
    versions: [number, number];
    software: string;
    key: string;
    name: string;
    bot: boolean;
  }

  interface Hidden {
    event: "hidden";
    rule: string;
    side: 0 | 1;
    tokens: number[];
  }

  interface Hours {
    start: number;
    zone: string;
  }

  interface InvitePartner {
    type: "invite-partner";
    seq: number;
    table: string;
    invitation: string;
    commands: "air" | "fleet";
    signature: string;
  }

  interface Join {
    type: "join";
    seq: number;
    table: string;
    secret: string;
    side: "either" | "jp" | "us";
    request: string;
    advice: boolean;
    special: boolean;
    pace: boolean;
    cast: boolean;
  }

  interface JoinAsPartner {
    type: "join-partner";
    seq: number;
    table: string;
    invitation: string;
    signature: string;
    cast: boolean;
  }

  interface LadderRung {
    name: string;
    key: string;
    bot: boolean;
    games: number;
    won: number;
    drawn: number;
    as_us: number;
    points: number;
    low: number;
    high: number;
  }

  interface Landed {
    event: "landed";
    rule: string;
    side: 0 | 1;
    tokens: number[];
  }

  interface Leave {
    type: "leave";
    seq: number;
    table: string;
  }

  interface LeaveCup {
    type: "leave-cup";
    seq: number;
    cup: string;
  }

  interface LineBegan {
    event: "line-began";
    rule: string;
    line: 0 | 1 | 2 | 3 | 4 | 5;
  }

  interface ListBlocks {
    type: "list-blocks";
    seq: number;
  }

  interface ListCups {
    type: "list-cups";
    seq: number;
  }

  interface ListRatings {
    type: "list-ratings";
    seq: number;
  }

  interface ListSubscriptions {
    type: "list-subscriptions";
    seq: number;
  }

  interface ListTables {
    type: "lobby";
    seq: number;
    follow: boolean;
  }

  interface Login {
    type: "login";
    signature: string;
  }

  interface LookedAt {
    event: "looked-at";
    rule: string;
    side: 0 | 1;
    tokens: number[];
  }

  interface Lying {
    aims: [number, number][];
    modes: string[];
    dice: [number, Attempts][];
    hits: number;
    landing: number[];
    part: string;
    weapon: string;
  }

  interface MadeBattle {
    type: "made-battle";
    seq: number;
    table: string;
    at: number;
    turn: number;
    battle: Battle;
  }

  interface MakeBattle {
    type: "make-battle";
    seq: number;
    table: string;
    at: number;
    game: number;
  }

  interface MakeOffer {
    type: "offer";
    seq: number;
    table: string;
    what: "draw" | "go-on" | "pause" | "takeback";
    n: number;
    head: string;
    signature: string;
  }

  interface Missed {
    type: "missed";
    table: string;
    first: number;
    updates: AnyEvent[][];
  }

  interface Move {
    type: "move";
    steps: Record<string, Record<string, (number | string | [string, number])[]>>;
    words: string[];
  }

  interface Moved {
    type: "moved";
    seq: number;
    table: string;
    to: string;
    place: number;
  }

  interface Mute {
    type: "mute";
    seq: number;
    table: string;
    muted: boolean;
  }

  interface Named {
    event: "named";
    rule: string;
    side: 0 | 1;
    card: string;
    target: number | string;
  }

  interface Notice {
    type: "notice";
    code: string;
    text: string;
  }

  interface Offers {
    type: "offers";
    table: string;
    last: number;
    standing: StandingOffer | null;
    before: StandingOffer | null;
    reply: "" | "accepted" | "declined" | "lapsed" | "withdrawn";
    paused: boolean;
  }

  interface Ok {
    type: "ok";
    seq: number;
  }

  interface OpponentRecord {
    name: string;
    key: string;
    bot: boolean;
    games: number;
    won: number;
    drawn: number;
  }

  interface Order {
    type: "order";
    of: string;
    choices: Record<string, (number | string | [string, number])[]>;
  }

  interface Orders {
    type: "orders";
    seq: number;
    table: string;
    orders: StandingOrder[];
    signature: string;
  }

  interface PaceTerms {
    bank: number;
    added: number;
    most: number;
    hours: number;
    vacation: number;
  }

  interface Partner {
    name: string;
    key: string;
    bot: boolean;
    commands: "air" | "fleet";
    invitation: string;
    invited: string;
    joined: string;
  }

  interface Pick {
    type: "pick";
    items: (number | string | [string, number])[];
    least: number;
    most: number;
  }

  interface Piece {
    type: "piece";
    seq: number;
    part: number;
    of: number;
    data: string;
  }

  interface Ping {
    type: "ping";
    n: number;
  }

  interface Place {
    type: "place";
    choices: Record<string, Record<string, number>>;
    room: number[];
  }

  interface PlacedBase {
    card: string;
    damage: number;
    airplanes: string[];
  }

  interface PlacedShip {
    lead: string;
    transports: boolean;
    line: number;
    escort: string | null;
    damage: number;
    detected: boolean;
    airplanes: string[];
  }

  interface PlayOn {
    type: "play-on";
    seq: number;
    request: string;
    terms: Terms;
    table: string;
    at: number;
    knows: "all" | "jp" | "us";
    fresh: boolean;
    game: number;
  }

  interface Played {
    event: "played";
    rule: string;
    side: 0 | 1;
    card: string;
    half: string;
  }

  interface PlayerGame {
    at: number;
    side: number;
    name: string;
    key: string;
    score: number;
    reason: string;
    turn: number;
    points: [number, number];
    set: string;
    battle: string;
    rated: boolean;
  }

  interface PlayerPage {
    type: "player-page";
    seq: number;
    name: string;
    key: string;
    bot: boolean;
    us: SideRecord;
    jp: SideRecord;
    opponents: OpponentRecord[];
    games: PlayerGame[];
    ratings: RatingMoment[];
  }

  interface Pong {
    type: "pong";
    n: number;
  }

  interface PostChallenge {
    type: "post-challenge";
    seq: number;
    request: string;
    terms: Terms;
    days: number;
    within: number;
    seek: boolean;
    movable: boolean;
  }

  interface Posted {
    type: "posted";
    seq: number;
    table: string;
    place: number;
    token: string;
    paired: boolean;
  }

  interface Question {
    side: 0 | 1;
    window: string;
    rule: string;
    step: string;
    prompt: string;
    cause: string;
    about: number[];
    card: string | null;
    line: number | null;
    shape: Choose | Pick | Assign | Order | Place | Move;
    plays: string[];
    default: number | string | (number | string | (number | string | [string, number])[])[] | Record<string, number | string | [string, number]>;
    odds: Chance[];
    harmless: boolean;
  }

  interface RatingMoment {
    at: number;
    points: number;
    low: number;
    high: number;
  }

  interface Ratings {
    type: "ratings";
    seq: number;
    games: number;
    rungs: LadderRung[];
    you: number;
    side: [number, number, number] | null;
  }

  interface Receipt {
    type: "receipt";
    seq: number;
    table: string;
    game: string;
    head: string;
    signature: string;
  }

  interface ReceiveKey {
    type: "receive";
    seq: number;
    box: string;
  }

  interface RecoverName {
    type: "recover";
    seq: number;
    name: string;
    recovery: string;
    signature: string;
  }

  interface Recovered {
    event: "recovered";
    rule: string;
    side: 0 | 1;
    token: number;
    damage: number;
  }

  interface Refused {
    type: "refused";
    seq: number;
    code: string;
    text: string;
    rule: string;
  }

  interface Reinforced {
    event: "reinforced";
    rule: string;
    side: 0 | 1;
    ships: number[];
    bases: [number, string][];
    cards: string[] | null;
  }

  interface Rematch {
    type: "rematch";
    seq: number;
    table: string;
  }

  interface Remind {
    type: "remind";
    seq: number;
    hours: number;
  }

  interface Repaired {
    event: "repaired";
    rule: string;
    side: 0 | 1;
    token: number;
    damage: number;
  }

  interface Reply {
    type: "reply";
    seq: number;
    table: string;
    update: number;
    answer: number | string | (number | string | (number | string | (number | string)[])[])[] | Record<string, number | string | (number | string)[]>;
  }

  interface Reshuffled {
    event: "reshuffled";
    rule: string;
    side: 0 | 1;
    points: number;
    us: number;
    jp: number;
  }

  interface Resign {
    type: "resign";
    seq: number;
    table: string;
  }

  interface Resigned {
    event: "resigned";
    rule: string;
    side: 0 | 1;
  }

  interface Resume {
    type: "resume";
    seq: number;
    table: string;
    token: string;
    have: number;
  }

  interface Returned {
    event: "returned";
    rule: string;
    side: 0 | 1;
    bases: [string, number][];
    ships: number;
    lost: number;
  }

  interface Reveal {
    type: "reveal";
    seq: number;
    table: string;
    share: string;
    signature: string;
  }

  interface Review {
    type: "review";
    seq: number;
    table: string;
    first: number;
  }

  interface RevokeKey {
    type: "revoke";
    seq: number;
  }

  interface Rolled {
    event: "rolled";
    rule: string;
    side: 0 | 1;
    by: number;
    at: number;
    ability: string;
    faces: string;
    hits: number;
    left: number;
  }

  interface Said {
    type: "said";
    table: string;
    n: number;
    place: number;
    name: string;
    text: string;
    phrase: number;
    at: number;
  }

  interface Say {
    type: "say";
    seq: number;
    table: string;
    text: string;
    phrase: number;
  }

  interface Scene {
    number: number;
    side: number | null;
    window: string;
    given: "clock" | "nobody" | "order" | "player" | "stand-in";
    answer: number | string | (number | string | (number | string | (number | string)[])[])[] | Record<string, number | string | (number | string)[]> | null;
    events: AnyEvent[];
    us: View;
    jp: View;
    us_heard: (AnyEvent | null)[];
    jp_heard: (AnyEvent | null)[];
  }

  interface Scenes {
    type: "scenes";
    seq: number;
    table: string;
    first: number;
    of: number;
    scenes: Scene[];
    set: string;
    names: string[];
    game: number;
  }

  interface Scored {
    event: "scored";
    rule: string;
    side: 0 | 1;
    word: string;
    times: number;
    points: number;
  }

  interface Seat {
    name: string;
    key: string;
    side: number | null;
    here: boolean;
    bot: boolean;
    stand_in: boolean;
    left: number | null;
    running: boolean;
    rematch: boolean;
    pace: SeatPace;
  }

  interface SeatPace {
    due: number | null;
    hours: Hours | null;
    later: Hours | null;
    since: number;
    vacation: number;
    away: number;
  }

  interface Seated {
    type: "seated";
    seq: number;
    table: string;
    place: number;
    token: string;
    secret: string;
    last: number;
    number: number;
    signed: number;
    unsigned: ([number, number | string | (number | string | (number | string | (number | string)[])[])[] | Record<string, number | string | (number | string)[]>])[];
    orders: StandingOrder[];
    partner: boolean;
  }

  interface SeatedPartner {
    name: string;
    key: string;
    commands: "air" | "fleet";
    here: boolean;
    bot: boolean;
    stand_in: boolean;
    rematch: boolean;
  }

  interface SeenAirplane {
    token: number;
    host: number;
    card: string | null;
    detected: boolean;
    line: 0 | 1 | 2 | 3 | 4 | 5 | null;
    origin: number;
    task: "flown" | "search" | "escort" | "attack" | "control" | "intercept" | "withdrawn" | "unpacking" | null;
    attempts: Attempts | null;
  }

  interface SeenBase {
    token: number;
    line: 0 | 1 | 2 | 3 | 4 | 5;
    card: string;
    damage: number;
    values: SeenBaseValues | null;
  }

  interface SeenBaseValues {
    hp: number;
    air: number | null;
    tb: number | null;
    guns: number | null;
    garrison: number | null;
    patrol: number | null;
    repair: number | null;
    land: number;
    sea: number;
    flying: number;
  }

  interface SeenEffect {
    does: string;
    side: 0 | 1;
    n: number;
    line: 0 | 1 | 2 | 3 | 4 | 5 | null;
    token: number;
  }

  interface SeenFormation {
    token: number;
    line: 0 | 1 | 2 | 3 | 4 | 5;
    pair: boolean;
    detected: boolean;
    airplanes: number;
    lead: string | null;
    escort: string | null;
    damage: number;
    values: SeenValues | null;
    known: boolean;
    task: "escort" | "support" | "control" | "intercept" | "withdrawn" | null;
    attempts: Attempts | null;
  }

  interface SeenOutcome {
    winner: 0 | 1 | null;
    reason: string;
    points: [number, number];
  }

  interface SeenSide {
    formations: SeenFormation[];
    bases: SeenBase[];
    airplanes: SeenAirplane[];
    hand_count: number | null;
    hand: string[] | null;
    fleet_deck: number | null;
    air_deck: number | null;
    discards: number;
    top: string | null;
    discarded: string[] | null;
    victory: [string, number][];
    points: number;
    redrew: boolean | null;
  }

  interface SeenValues {
    hp: number;
    air: number | null;
    surface: number | null;
    torp: number | null;
    land: number | null;
    sub: number | null;
    speed: number | null;
    army: number | null;
    icon: "carrier" | "land" | "sea" | "flying" | null;
    icons: number;
  }

  interface SetHours {
    type: "hours";
    seq: number;
    table: string;
    hours: Hours;
  }

  interface SetUpShown {
    event: "set-up-shown";
    rule: string;
    side: 0 | 1;
    redrew: boolean;
    formations: number;
  }

  interface ShotDown {
    event: "shot-down";
    rule: string;
    side: 0 | 1;
    airplanes: [number, string][];
  }

  interface ShowCup {
    type: "show-cup";
    seq: number;
    cup: string;
    round: number;
  }

  interface SideRecord {
    games: number;
    won: number;
    drawn: number;
  }

  interface SidesSettled {
    event: "sides-settled";
    rule: string;
    crossed: boolean;
    drawn: boolean;
  }

  interface StandingOffer {
    place: number;
    what: "draw" | "go-on" | "pause" | "takeback";
    n: number;
  }

  interface StandingOrder {
    window: string;
    does: "break-off" | "default" | "harmless" | "intercept" | "meet-escorts" | "none" | "pass-when-forced" | "press-on" | "spread" | "stay-when-few" | "withdraw-at" | "withdraw-carriers" | "withdraw-damaged";
    n: number;
    turn: "his" | "mine";
    cards: string[];
  }

  interface Studied {
    type: "studied";
    seq: number;
    table: string;
    ahead: number;
    done: number;
    all: number;
    curve: [number, number, string, number][];
    part: number;
    of: number;
    data: string;
  }

  interface Study {
    type: "study";
    seq: number;
    table: string;
    language: string;
    part: number;
    curve: boolean;
  }

  interface Subscribe {
    type: "subscribe";
    seq: number;
    way: "discord" | "feed" | "mail" | "matrix" | "ntfy" | "push" | "slack" | "webhook";
    address: string;
    room: string;
    token: string;
    public: string;
    auth: string;
    language: string;
  }

  interface Subscription {
    id: string;
    way: "discord" | "feed" | "mail" | "matrix" | "ntfy" | "push" | "slack" | "webhook";
    shown: string;
    state: "off" | "on" | "unconfirmed";
    error: string;
  }

  interface Subscriptions {
    type: "subscriptions";
    seq: number;
    subscriptions: Subscription[];
    hours: number;
    ways: ("discord" | "feed" | "mail" | "matrix" | "ntfy" | "push" | "slack" | "webhook")[];
    push: string;
  }

  interface Summaries {
    type: "summaries";
    seq: number;
    tables: Summary[];
  }

  interface Summary {
    line: TableLine;
    turn: number;
    asked: number[];
    wishing: number[];
  }

  interface Table {
    type: "table";
    table: string;
    status: "open" | "over" | "paused" | "playing" | "tossing";
    terms: Terms;
    seats: [Seat, Seat];
    game: string;
    games: number;
    watchers: number;
    note: string;
    whatif: WhatIf | null;
    coming: Battle;
    partners: [SeatedPartner | null, SeatedPartner | null];
    settled: boolean;
  }

  interface TableLine {
    table: string;
    name: string;
    terms: Terms;
    status: "open" | "over" | "paused" | "playing" | "tossing";
    free: "either" | "jp" | "us" | null;
    watchers: number;
    against: string;
    whatif: boolean;
    challenge: ChallengeLine;
  }

  interface Tables {
    type: "tables";
    seq: number;
    tables: TableLine[];
  }

  interface TargetNamed {
    event: "target-named";
    rule: string;
    side: 0 | 1;
    token: number;
  }

  interface Tasked {
    event: "tasked";
    rule: string;
    side: 0 | 1;
    tasks: [number, string][];
  }

  interface Terms {
    side: "either" | "jp" | "us";
    cards: string;
    absent: "bot" | "clock" | "wait";
    bank: number;
    spectators: boolean;
    reach: "invite" | "lan" | "open";
    least: number;
    seed: string | null;
    practice: boolean;
    advice: boolean;
    options: string[];
    battle: Battle;
    offers: ("draw" | "pause" | "takeback")[];
    pace: PaceTerms;
    teams: number[];
    rated: boolean;
    cast: number;
  }

  interface Thrown {
    game: string;
    number: number;
    engine: string;
    cards: string;
    commitment: string;
    signature: string;
    players: [Bound, Bound];
    partners: string;
  }

  interface Toss {
    type: "toss";
    table: string;
    game: string;
    commitment: string;
    number: number;
    engine: string;
    cards: string;
    players: [string, string];
    thrown: Thrown[];
    signature: string;
    partners: [Partner | null, Partner | null];
  }

  interface Tossed {
    type: "tossed";
    table: string;
    game: string;
    commitments: [string, string, string];
    committed: [string, string];
    signature: string;
  }

  interface TransportsEntered {
    event: "transports-entered";
    rule: string;
    side: 0 | 1;
    token: number;
    card: string;
  }

  interface TrySubscription {
    type: "try-subscription";
    seq: number;
    subscription: string;
  }

  interface TurnBegan {
    event: "turn-began";
    rule: string;
    turn: number;
    side: 0 | 1;
  }

  interface TurnSkipped {
    event: "turn-skipped";
    rule: string;
    side: 0 | 1;
  }

  interface Turned {
    event: "turned";
    rule: string;
    side: 0 | 1;
    token: number;
    cards: string[];
  }

  interface Unblock {
    type: "unblock";
    seq: number;
    key: string;
  }

  interface Unsubscribe {
    type: "unsubscribe";
    seq: number;
    subscription: string;
  }

  interface Update {
    type: "update";
    table: string;
    number: number;
    events: AnyEvent[];
    view: View;
    head: string;
    given: "clock" | "nobody" | "order" | "player" | "stand-in";
    sign: boolean;
    clocks: [number, number] | null;
  }

  interface Vacation {
    type: "vacation";
    seq: number;
    table: string;
    away: boolean;
  }

  interface View {
    viewer: 0 | 1 | null;
    turn: number;
    phasing: 0 | 1;
    action: "retreat" | "air-attack" | "landing" | null;
    target: number;
    sections: string[];
    line: 0 | 1 | 2 | 3 | 4 | 5 | null;
    us: SeenSide;
    jp: SeenSide;
    in_force: SeenEffect[];
    lying: Lying[];
    waiting: ([0 | 1, string])[];
    question: Question | null;
    outcome: SeenOutcome | null;
  }

  interface Watch {
    type: "watch";
    seq: number;
    table: string;
    secret: string;
  }

  interface Watched {
    event: "watched";
    rule: string;
    side: 0 | 1;
    lines: ([0 | 1 | 2 | 3 | 4 | 5, number])[];
  }

  interface Welcome {
    type: "welcome";
    name: string;
    sets: [string, string][];
    notice: string;
    bots: string[];
  }

  interface WhatIf {
    game: string;
    table: string;
    number: number;
    at: number;
    knows: "all" | "jp" | "us";
    fresh: boolean;
    names: string[];
  }

  interface Withdraw {
    type: "withdraw";
    seq: number;
    table: string;
    n: number;
  }

  interface Withdrew {
    event: "withdrew";
    rule: string;
    side: 0 | 1;
    tokens: number[];
  }

  type AnyEvent =
    | SidesSettled
    | FleetDrawn
    | SetUpShown
    | Drew
    | Discarded
    | TurnBegan
    | TurnSkipped
    | Played
    | Named
    | Reinforced
    | TransportsEntered
    | ExpressLoaded
    | BaseMoved
    | DeploymentShown
    | Rolled
    | Turned
    | Hidden
    | Faced
    | Damaged
    | Repaired
    | Recovered
    | Eliminated
    | ShotDown
    | Flew
    | LineBegan
    | Tasked
    | Withdrew
    | Aimed
    | ActionTaken
    | TargetNamed
    | Landed
    | Detached
    | Returned
    | BattleLaidOut
    | Scored
    | LookedAt
    | Watched
    | DecoyFound
    | Reshuffled
    | Resigned
    | GameEnded;

  type FromServer =
    | Challenge
    | Welcome
    | Ok
    | Refused
    | Tables
    | Summaries
    | Seated
    | Table
    | Toss
    | Tossed
    | Update
    | Missed
    | Receipt
    | Said
    | Piece
    | Scenes
    | Studied
    | MadeBattle
    | Subscriptions
    | Ratings
    | Notice
    | Advice
    | Offers
    | CarriedKey
    | Cups
    | Cup
    | Posted
    | Moved
    | BlockedPlayers
    | PlayerPage
    | Ping
    | Pong
    | Bye;

  type FromClient =
    | Hello
    | Login
    | Create
    | PlayOn
    | MakeBattle
    | ListTables
    | Glance
    | ListRatings
    | ListCups
    | ShowCup
    | EnterCup
    | LeaveCup
    | GetPlayer
    | Fetch
    | Review
    | Study
    | ListSubscriptions
    | Subscribe
    | ConfirmSubscription
    | TrySubscription
    | Unsubscribe
    | Remind
    | ClaimName
    | RevokeKey
    | RecoverName
    | CarryKey
    | ReceiveKey
    | PostChallenge
    | CloseChallenge
    | BlockPlayer
    | Unblock
    | ListBlocks
    | Resume
    | Leave
    | Commit
    | Reveal
    | Reply
    | Countersign
    | Orders
    | Resign
    | Rematch
    | Say
    | Mute
    | Join
    | Watch
    | Call
    | Advise
    | SetHours
    | Vacation
    | InvitePartner
    | JoinAsPartner
    | MakeOffer
    | Accept
    | Decline
    | Withdraw
    | Cast
    | Ping
    | Pong
    | Bye;
}
