// Addresses: every view has one, filters stand in it.

import { computed, signal } from "@preact/signals";

const address = signal(new URL(location.href));

export const path = computed(() => address.value.pathname);
export const query = computed(() => address.value.searchParams);

/** Asked before the page leaves a view; false keeps it. */
export const leaving = new Set<() => void>();

window.addEventListener("popstate", () => {
  leaving.forEach((listener) => listener());
  address.value = new URL(location.href);
});

export function go(to: string, options: { replace?: boolean } = {}): void {
  const url = new URL(to, location.href);
  if (url.href === address.value.href) return;
  leaving.forEach((listener) => listener());
  history[options.replace ? "replaceState" : "pushState"](null, "", url);
  const moved = url.pathname !== address.value.pathname;
  address.value = url;
  if (moved) window.scrollTo(0, 0);
}

/** The present address with some filters changed; null or "" takes one away. */
export function withQuery(changes: Record<string, string | null>, at = address.value): string {
  const url = new URL(at);
  for (const [name, value] of Object.entries(changes)) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  return url.pathname + url.search;
}

/** Parameters of an address under a pattern such as `/l/:layer/i/:seq`, or null. */
export function matched(pattern: string, pathname: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const found = pathname.replace(/\/$/, "").split("/");
  if (wanted.length !== found.length && pattern !== "/") return null;
  if (pattern === "/") return pathname === "/" ? {} : null;
  const parameters: Record<string, string> = {};
  for (let n = 0; n < wanted.length; n++) {
    if (wanted[n].startsWith(":")) parameters[wanted[n].slice(1)] = decodeURIComponent(found[n]);
    else if (wanted[n] !== found[n]) return null;
  }
  return parameters;
}

/** Clicks on links of the page stay in the page; anything else is the browser's. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  go(link.href);
}
