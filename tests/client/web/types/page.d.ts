// What the page knows and hands around inside itself; what travels is in wire.d.ts.

declare namespace Page {
  type Seat = import("../../../../client/web/session/seat/seat_session.js").SeatSession;

  /** Who sits where: a seat at a table of a server, as this browser keeps it. */
  interface Place {
    table: string;
    place?: number;
    token?: string;
    secret?: string;
    server?: string;
    partner?: boolean;
    known?: Known;
    updates?: Told[];
  }

  /** What was known of a seat when it was last left. */
  interface Known {
    game: string;
    number: number;
    settled: number;
  }

  /** The events of an update. */
  interface Told {
    number: number;
    events: Wire.AnyEvent[];
  }

  interface Connection {
    status: string;
    text: string;
    again: number | null;
    code: string;
  }

  /** All that is drawn is a function of this: client/web/base/store.js. */
  interface State {
    screen: string;
    net: Connection;
    me: {name: string, shown?: string};
    server: {
      software: string, engine: string, key?: string, sets: [string, string][], notice: string, bots?: string[],
      readable: boolean,
    };
    lobby: Wire.TableLine[];
    invited: any;
    partnerFault?: string;
    command?: string;
    seat: Place | null;
    table: (Partial<Wire.Table> & Pick<Wire.Table, "seats">) | null;
    side: 0 | 1 | null;
    cards: Record<string, any>;
    set: any;
    latest: Shown | null;
    clocks: any;
    shown: Shown | null;
    beat: any;
    log: any[];
    past: any;
    staged: any;
    sending: boolean;
    passed: Wire.Question | null; // the question that is being answered without a click
    notAgain: {rules: NotAgain[], heard: number}; // what is not asked again; so many lines of the log were heard
    byItself: Unprompted[]; // what was answered so since the reader's last answer
    refused: any;
    chat: Wire.Said[];
    muted: boolean;
    orders: Wire.StandingOrder[];
    offers: Wire.Offers | null; // what one player has offered the other
    inDoubt: any;
    open: string;
    openAt: any;
    settings: any;
    advice?: any; // what an adviser has found, and about which question
    told?: {code: string, text: string} | null;

    // What a part of the page keeps between two drawings, under a name of its own.
    start?: any;
    level?: string; // of victory, once the game is over
    replay?: any;
    whatIf?: any; // how somebody is about to play on
    review?: any;
    editor?: any; // a battle that is being made
    games?: {side: string, opponent: string, all: boolean, fault: string}; // which of ours are looked at
    puzzle?: any;
    mine?: Record<string, Wire.Summary>;
    asking?: {table: string, name: string}[];
    coach?: any;
    stepwise?: boolean; // each round of dice waits until somebody goes on
    here?: any;
    book?: {lang: string, paragraphs: any, fault?: string};
    shownSet?: any;
    words?: number;
    battles?: any[]; // of the server, in brief
    room?: number; // for the cards of a line, in the units of the style
    crowded?: boolean; // the lines are higher than their room
    parts?: number;
    newer?: string;
    second?: number;
    heard?: {table: string, n: number};
    tab?: string;
    pulled?: boolean;
    battleShut?: string;
    again?: any;
    copied?: string;
    chatDraft?: string;
    logSearch?: string;
    rulesSought?: string;
    cardsSought?: any;
    orderDraft?: any;
    waitBot?: string;

    // What went wrong in a part, as it is told there.
    settingsTold?: {text?: string, fault?: string};
    notifying?: any;
    ladder?: {found: Wire.Ratings | null, fault: string};
    cups?: {found?: Wire.Cups | null, cup?: Wire.Cup | null, fault: string};
    ownKey?: any;
    player?: {found: Wire.PlayerPage | null, who: string, fault: string};
    blocked?: any; // whom one has blocked, and whom one is about to block
    posting?: any; // the terms of a challenge that is being made, as in `start`
    challenges?: any; // one that is being made, and what was said to it
    cardsFault?: string;
    chatFault?: string;
    elsewhereFault?: string;
    endFault?: string;
    tablesFault?: string;
    ordersFault?: string;
    offersFault?: string;
    offersRead?: Wire.Offers | null; // whose outcome was read
    resignFault?: string;
    clockFault?: string;
    waitFault?: string;
  }

  /** An answer that is given again without asking: client/web/table/question/staging/by_itself.js. */
  interface NotAgain {
    question: Wire.Question;
    scope: string;
    answer: any;
    hand: string[];
  }

  /** An answer that was given without asking. */
  interface Unprompted {
    question: Wire.Question;
    answer: any;
    rule: NotAgain | null;
  }

  /** The same while a table is shown. */
  type ShownState = State & {shown: Shown};

  /** An update as it is drawn. */
  interface Shown {
    number: number;
    view: Wire.View;
    given: string;
  }

  /** A node of the page before it is drawn: client/web/base/dom.js. */
  type Node = any;

  /** A request that a server has not acknowledged yet. */
  interface Owed {
    seq: number;
    request: any;
    promise: Promise<any>;
    done: (value?: any) => void;
    failed: (why: Error) => void;
  }

  /** An answer that is under way. */
  interface Sent {
    seq: number;
    update: number;
    question: Wire.Question;
    answer: any;
    asked: boolean;
    done: (value?: any) => void;
    failed: (why: Error) => void;
    refused?: Wire.Refused;
  }

  /** How a card is drawn: client/web/table/board/cards. */
  interface Face {
    key?: string | number;
    values?: Wire.SeenValues | Wire.SeenBaseValues | null;
    damage?: number;
    sight?: string;
    half?: string;
    escort?: any;
    [more: string]: any;
  }

  /** How the back of a card is drawn. */
  interface Back {
    side: number;
    kind?: string;
    airplanes?: number;
    label?: string;
    key?: string | number;
    mini?: boolean;
  }

  /** A thing on the board that can be pointed at. */
  interface Thing {
    className: string | (string | false | null)[];
    text: string;
    card?: string | null;
    now?: boolean;
    style?: Record<string, string>;
    key?: string | number;
    [attribute: string]: any;
  }

  /** The large button of a row of the question. */
  interface RowButton {
    id: string;
    number: string;
    pressed?: boolean;
    expanded?: boolean;
    click: (event: MouseEvent) => void;
    label?: string;
  }
}
