// What travels between server and page. Offsets are Unicode code points, end exclusive.

export type Value = string | number | boolean | Value[];
export type Cells = ReadonlyMap<string, Value>;
export type CellRecord = Record<string, Value>;
export type Change = [Value | null, Value | null];
export type Changes = Record<string, Change>;
/** Values that cells shall have; null takes the cell away. */
export type Wanted = Record<string, Value | null>;

export interface Operation {
  id: string;
  name: string;
  changes: Changes;
  undoes?: string | null;
}

export interface StoredEvent extends Operation {
  rev: number;
  at: string;
}

export interface Problem {
  code: string;
  severity: "error" | "warning";
  message: string;
  cells: string[];
}

export type Role = "owner" | "manager" | "adjudicator" | "annotator" | "viewer";
export type State = "open" | "draft" | "done" | "adjudicated";

export interface Label {
  name: string;
  key: string;
  colour: string;
  sign: string;
  meaning: string;
  links?: "S" | "P" | "";
}

export interface Scheme {
  labels: Label[];
  settings: Record<string, unknown>;
}

export interface Counts {
  open: number;
  draft: number;
  done: number;
  adjudicated: number;
}

export interface LayerBrief {
  id: number;
  kind: string;
  name: string;
  counts: Counts;
}

export interface Layer extends LayerBrief {
  scheme: Scheme;
  guideline: string;
}

export interface Settings {
  /** One key an action. */
  keys?: Record<string, string>;
  views?: Record<string, unknown>;
}

export interface Session {
  user: { id: number; name: string; role: Role } | null;
  project: { name: string };
  mode: "local" | "team";
  version: string;
  layers: LayerBrief[];
  settings: Settings;
  /** Files are dropped and jobs are done here. */
  workspace: boolean;
  /** Files under review, which follow what is judged. */
  files: string[];
}

export interface ItemRow {
  id: number;
  seq: number;
  source: string;
  target: string;
  state: State;
  label: string;
  score: number | null;
  reasons: string[];
}

/** One side of a pair; `tokens` are [start, end) in `text`. */
export interface Side {
  lang: string;
  dir: "ltr" | "rtl";
  text: string;
  tokens: [number, number][];
  doc?: string;
  start?: number;
}

export interface Payload {
  source: Side;
  target: Side;
  context?: { before: [string, string][]; after: [string, string][] };
  reasons?: string[];
  score?: number | null;
  [name: string]: unknown;
}

export interface Suggestion {
  method: string;
  version: string;
  score: number | null;
  cells: CellRecord;
}

export interface Judgement {
  name: string;
  state: State;
  cells: CellRecord;
}

export interface Item {
  id: number;
  layer: number;
  seq: number;
  of: number;
  previous: number | null;
  next: number | null;
  payload: Payload;
  annotation: { id: number; rev: number; state: State; cells: CellRecord; seconds: number };
  suggestions: Suggestion[];
  problems: Problem[];
  judgements?: Judgement[];
  /** What was done to the annotation so far. */
  events: StoredEvent[];
}

/** What is sent of one annotation. */
export interface Save {
  id: number;
  rev: number;
  operations: Operation[];
  seconds: number;
  /** Close the judgement afterwards, unless an error stands in the way. */
  done: boolean;
  /** Why a judgement that is done is opened again before. */
  reopening?: string;
}

export interface Saved {
  rev: number;
  state: State;
  saved: string;
  problems: Problem[];
}

export interface Stale {
  rev: number;
  state: State;
  cells: CellRecord;
  since: Operation[];
}

export interface Split {
  op: "direct" | "inverse";
  i: number;
  j: number;
  crossed: number;
  balance: number;
}

export interface Splits {
  splits: Split[];
  trim: { side: "source" | "target"; edge: "left" | "right"; offset: number } | null;
  leaf: boolean;
}
