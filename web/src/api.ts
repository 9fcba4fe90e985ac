// The server's API, typed. Every failure is an ApiError; status 0 is "no connection".

import { signal } from "@preact/signals";
import type {
  Changes, Counts, Item, ItemRow, Layer, Problem, Role, Save, Session, Settings, Splits, Stale, State, CellRecord,
} from "./types";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly body: Record<string, unknown> = {},
  ) {
    super(message);
  }

  get offline(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }

  get problems(): Problem[] {
    return (this.body.problems as Problem[] | undefined) ?? [];
  }

  get stale(): Stale | null {
    return this.status === 409 && "since" in this.body ? (this.body as unknown as Stale) : null;
  }
}

/** Whether the server has another page than the one that is open: diglot was updated. */
export const outdated = signal(false);
let page: string | null = null;

interface Request {
  body?: unknown;
  raw?: Blob;
  rev?: number;
}

export async function call<T>(method: string, address: string, request: Request = {}): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (method !== "GET") headers["X-Diglot"] = "1";
  if (request.body !== undefined) headers["Content-Type"] = "application/json";
  if (request.raw) headers["Content-Type"] = "application/octet-stream";
  if (request.rev !== undefined) headers["If-Match"] = String(request.rev);
  let response: Response;
  try {
    response = await fetch(`/api${address}`, {
      method,
      headers,
      credentials: "same-origin",
      body: request.raw ?? (request.body === undefined ? null : JSON.stringify(request.body)),
    });
  } catch {
    throw new ApiError(0, "No connection to the server.");
  }
  const current = response.headers.get("X-Diglot-Page");
  outdated.value ||= page !== null && current !== null && current !== page;
  page ??= current;
  const text = await response.text();
  let body: unknown = {};
  try {
    body = text ? JSON.parse(text) : {};
  } catch {
    body = {};
  }
  if (!response.ok) {
    const record = body as Record<string, unknown>;
    throw new ApiError(response.status, String(record.error ?? `The server answered ${response.status}.`), record);
  }
  return body as T;
}

const get = <T>(address: string) => call<T>("GET", address);
const post = <T>(address: string, body: unknown = {}) => call<T>("POST", address, { body });

export function search(parameters: Record<string, string | number | null | undefined>): string {
  const found = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== "") found.set(name, String(value));
  }
  const text = found.toString();
  return text ? `?${text}` : "";
}

/** Names and sizes of files that are sent as one. */
function together(files: File[], { kind, layer, source, target }: Choices): string {
  const found = search({ kind, layer, source, target });
  const named = files.map((file) => `name=${encodeURIComponent(file.name)}&size=${file.size}`).join("&");
  return `${found || "?"}${found && "&"}${named}`;
}

export interface Person {
  id: number;
  name: string;
  role: Role;
  active: boolean;
  pseudonym: string;
}

export interface Invitation {
  id: number;
  role: Role;
  created: string;
  expires: string;
  used: boolean;
}

export interface AnnotatorProgress {
  user: number;
  name: string;
  assigned: number;
  draft: number;
  done: number;
  median_seconds: number | null;
  per_minute: number | null;
  hasty: number[];
  suggested: Record<string, number>;
  taken: Record<string, number>;
  acknowledged: number;
  gold_right: number | null;
  gold_seen: number | null;
  last_saved: string | null;
}

export interface LayerProgress {
  layer: number;
  name: string;
  kind: string;
  states: Counts;
  disagreements: number;
  annotators: AnnotatorProgress[];
}

export interface Release {
  id: number;
  version: string;
  state: "building" | "ready" | "failed";
  folder: string;
  sha256: string;
  message: string;
  created: string;
}

interface Note {
  line: number | null;
  place: string;
  message: string;
}

export interface Imported {
  layer: string;
  kind: string;
  added: number;
  known: number;
  judgements: number;
  listed: Note[];
  number: number;
}

/** What an import would do. */
export interface Preview {
  layer: string;
  /** Whether the layer would be made. */
  new: boolean;
  kind: string;
  languages: [string, string];
  items: number;
  known: number;
  /** By the name of who gave them. */
  judgements: Record<string, number>;
  rows: [string, string][];
  listed: Note[];
}

/** How files are taken in, where that is not as the server would take them. */
export interface Choices {
  kind?: string;
  layer?: string;
  source?: string;
  target?: string;
}

export interface Import {
  id: number;
  at: string;
  by: string | null;
  layer_name: string;
  files: string[];
  items: number;
  judgements: number;
  /** Judgements that people made of its items. */
  answered: number;
  removed: string | null;
}

export interface Group {
  labels: string[];
  items: number[];
}

/** Undefined figures are null. */
export interface Figure {
  value: number | null;
  low: number | null;
  high: number | null;
}

export interface PairAgreement {
  first: string;
  second: string;
  items: number;
  raw: Figure;
  kappa: Figure;
  f: Record<string, Figure>;
  confusion: number[][];
}

export interface LabelAgreement {
  annotators: string[];
  labels: string[];
  items: number;
  figures: Record<string, Figure>;
  agreed: Record<string, number>;
  distribution: Record<string, Record<string, number>>;
  pairs: PairAgreement[];
}

export interface Compared {
  what: string;
  first: string;
  second: string;
  figures: Record<string, Figure>;
  rows: number;
  table: number[][] | null;
  headings: string[];
}

export interface AgreementReport {
  name: string;
  labels: LabelAgreement | null;
  compared: Compared[];
  remarks: string[];
}

export interface Agreement {
  layer: string;
  kind: string;
  reports: AgreementReport[];
  guide: string[];
}

export interface JobFile {
  side: "source" | "target" | "termbase";
  name: string;
  size: number;
  language: string;
  /** 0 of what holds two languages. */
  characters: number;
  /** Of what holds two languages or more. */
  languages: string[];
}

/** A text of a job that is read by itself, and how many of its links are confirmed. */
export interface JobText {
  name: string;
  layer: number;
  item: number;
  links: number;
  confirmed: number;
  doubtful: number;
  /** Somebody has finished it. */
  done: boolean;
}

/** How a text that is not in Unicode begins in an encoding. */
export interface EncodedText {
  encoding: string;
  text: string;
}

export interface Job {
  id: number;
  name: string;
  state: "draft" | "waiting" | "running" | "ready" | "failed" | "removed";
  stage: string;
  done: number;
  total: number;
  /** Seconds since 1970 by the server's clock. */
  begun: number;
  seconds: number;
  error: string;
  files: JobFile[];
  languages: [string | null, string | null];
  layers: number[];
  results: string[];
  texts: JobText[];
  /** What reading and aligning the texts left out, or was not sure of. */
  notes: string[];
  /** Of each note: whether it asks the reader to look, asks nothing, or says what diglot worked with. */
  note_kinds: ("doubt" | "routine" | "language" | "tool")[];
}

/** How far files under review follow what was judged. */
export interface FileState {
  names: string[];
  behind: boolean;
  at: string | null;
  error: string | null;
}

export interface Outcome {
  rev: number;
  state: State;
  problems: Problem[];
}

/** As what the open item is judged; computing for it is asked in the same role. */
export const acting = { role: "annotator" };

export const api = {
  session: () => get<Session>("/session"),
  login: (name: string, password: string) => post<unknown>("/login", { name, password }),
  logout: () => post<unknown>("/logout"),
  join: (token: string, name: string, password: string) => post<unknown>("/join", { token, name, password }),
  settings: (settings: Settings) => call<unknown>("PUT", "/settings", { body: settings }),

  people: () => get<{ people: Person[] }>("/people"),
  changePerson: (id: number, body: { role?: Role; active?: boolean }) => call<unknown>("PATCH", `/people/${id}`, { body }),

  layer: (id: number | string) => get<Layer>(`/layers/${id}`),
  items: (layer: number | string, filters: Record<string, string | number | null | undefined>) =>
    get<{ total: number; items: ItemRow[] }>(`/layers/${layer}/items${search(filters)}`),
  next: (layer: number | string, after: number | null) => get<{ item: number | null }>(`/layers/${layer}/next${search({ after })}`),
  item: (layer: number | string, seq: number | string, role = "annotator") =>
    get<Item>(`/layers/${layer}/items/${seq}${search({ role })}`),

  ahead: (layer: number | string, after: number | null, filters: Record<string, string | number | null>) =>
    get<{ items: Item[] }>(`/layers/${layer}/ahead${search({ after, ...filters })}`),
  open: (layer: number | string, seqs: number[]) => get<{ items: Item[] }>(`/layers/${layer}/open?seqs=${seqs.join(",")}`),

  save: (saves: Save[]) => post<{ results: { id: number; status: number; body: Record<string, unknown> }[] }>("/annotations", { saves }),
  reopen: (id: number, rev: number, reason: string) => call<Outcome>("POST", `/annotations/${id}/reopen`, { rev, body: { reason } }),

  splits: (item: number, source: [number, number], target: [number, number]) =>
    get<Splits>(`/items/${item}/splits${search({ source: source.join("-"), target: target.join("-"), role: acting.role })}`),
  realign: (item: number, cells: CellRecord, from: [number, number]) =>
    post<{ changes: Changes }>(`/items/${item}/realign${search({ role: acting.role })}`, { cells, from }),

  adjudication: (layer: number | string) =>
    get<{ groups: Group[] }>(`/layers/${layer}/adjudication`),
  agreement: (layer: number | string) => get<Agreement>(`/layers/${layer}/agreement`),
  progress: () => get<{ layers: LayerProgress[] }>("/progress"),
  assign: (layer: number | string, design: Record<string, unknown>) => post<{ items: Record<string, number> }>(`/layers/${layer}/assign`, design),
  preview: (files: File[], choices: Choices) => call<Preview>("POST", `/previews${together(files, choices)}`, { raw: new Blob(files) }),
  upload: (files: File[], choices: Choices) => call<Imported>("POST", `/imports${together(files, choices)}`, { raw: new Blob(files) }),
  imports: () => get<{ imports: Import[] }>("/imports"),
  removeImport: (id: number, final = false) => call<{ imports: Import[] }>("DELETE", `/imports/${id}${final ? "?final=true" : ""}`),
  restoreImport: (id: number) => post<{ imports: Import[] }>(`/imports/${id}/restore`),
  jobs: () => get<{ jobs: Job[]; folder: string; now: number; limit: number }>("/jobs"),
  addJob: (name: string) => post<Job>("/jobs", { name: name.slice(0, 200) || "text" }),
  sampleJob: () => post<Job>("/jobs/sample"),
  addFile: (job: number, side: string, name: string, file: File, encoding?: string) => call<Job>("POST", `/jobs/${job}/files${search({ side, name, encoding })}`, { raw: file }),
  encodings: (beginning: Blob) => call<EncodedText[]>("POST", "/encodings", { raw: beginning }),
  startJob: (job: number, source: string | null, target: string | null) => post<Job>(`/jobs/${job}/start`, { source, target }),
  exchangeJob: (job: number) => post<Job>(`/jobs/${job}/exchange`),
  removeJob: (job: number) => call<Job>("DELETE", `/jobs/${job}`),
  restoreJob: (job: number) => post<Job>(`/jobs/${job}/restore`),
  result: (job: number, name: string, extension?: string) => `/api/jobs/${job}/results/${encodeURIComponent(name)}${search({ extension })}`,
  report: (job: number) => `/api/jobs/${job}/results/report.html?show=true`,
  quit: () => post<unknown>("/quit"),
  review: () => get<FileState>("/review"),
  releases: () => get<{ releases: Release[] }>("/releases"),
  release: (version: string) => post<{ releases: Release[] }>("/releases", { version }),
};
