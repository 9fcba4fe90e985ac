// The part of the server's API about people: passwords, sessions, invitations, discussions.

import { call, type Invitation } from "../api";
import type { Role } from "../types";

export interface NamedInvitation extends Invitation {
  name: string;
  user: number | null;
}

export interface InvitationTo {
  project: string;
  role: Role;
  name: string;
  reset: boolean;
}

export interface OpenSession {
  id: string;
  created: string;
  used: string;
  agent: string;
  here: boolean;
}

export interface Remark {
  id: number;
  layer: number;
  seq: number;
  author: string;
  own: boolean;
  at: string;
  text: string;
  flag: boolean;
  resolved: string | null;
}

export interface Thread {
  remarks: Remark[];
  people: string[];
}

export interface Agenda {
  remarks: Remark[];
  flags: Remark[];
  drafts: [number, number][];
}

const get = <T>(address: string) => call<T>("GET", address);
const post = <T>(address: string, body: unknown = {}) => call<T>("POST", address, { body });
const remove = (address: string) => call<unknown>("DELETE", address);

export const peopleApi = {
  invitations: () => get<{ invitations: NamedInvitation[] }>("/invitations"),
  invite: (role: Role, name: string) => post<{ token: string }>("/invitations", { role, name }),
  revoke: (id: number) => remove(`/invitations/${id}`),
  reset: (person: number) => post<{ token: string }>(`/people/${person}/reset`),
  signOut: (person: number) => remove(`/people/${person}/sessions`),

  invitation: (token: string) => post<InvitationTo>("/invitation", { token }),
  password: (old: string, fresh: string) => call<unknown>("PUT", "/password", { body: { old, new: fresh } }),
  sessions: () => get<{ sessions: OpenSession[] }>("/sessions"),
  endSession: (id: string) => remove(`/sessions/${id}`),

  agenda: () => get<Agenda>("/agenda"),
  thread: (item: number) => get<Thread>(`/items/${item}/remarks`),
  remark: (item: number, text: string, flag: boolean) => post<Thread>(`/items/${item}/remarks`, { text, flag }),
  resolve: (item: number) => post<Thread>(`/items/${item}/remarks/resolve`),
};
