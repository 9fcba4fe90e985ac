// Head and foot of every page that is not an editor.

import type { ComponentChildren } from "preact";
import { api } from "../api";
import { path } from "../router";
import { alone, may, refresh, session } from "../store/session";
import { Foot } from "./Foot";

/** Places of people who work together. */
const SHARED = ["/agenda", "/agreement", "/releases", "/people"];
const PLACES: [string, string, "viewer" | "annotator" | "manager"][] = [
  ["/", "Home", "viewer"],
  ["/agenda", "For you", "annotator"],
  ["/progress", "Progress", "annotator"],
  ["/agreement", "Agreement", "manager"],
  ["/releases", "Releases", "viewer"],
  ["/people", "People", "manager"],
];

export function Shell({ children, title }: { children: ComponentChildren; title: string }) {
  const now = session.value;
  document.title = `${title} – ${now?.project.name ?? "diglot"}`;
  const leave = async (): Promise<void> => {
    await api.logout();
    await refresh();
  };
  return (
    <>
      <header class="bar">
        <a class="project" href="/">{now?.project.name}</a>
        <nav aria-label="Pages">
          {(now?.workspace ? [] : PLACES).filter(([address, , role]) => may(role) && !(alone() && SHARED.includes(address)) && (!["/people", "/agenda"].includes(address) || now?.mode === "team")).map(([address, name]) => (
            <a key={address} href={address} aria-current={path.value === address ? "page" : undefined}>{name}</a>
          ))}
        </nav>
        <span class="space" />
        {now?.mode === "team" && now.user && (
          <span class="who"><a href="/account" title="Password and sessions">{now.user.name}</a>, {now.user.role} <button type="button" class="small quiet" onClick={() => void leave()}>Sign out</button></span>
        )}
      </header>
      <main class="page">{children}</main>
      <Foot><span>diglot {now?.version}</span></Foot>
    </>
  );
}
