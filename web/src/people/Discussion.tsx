// What people say of an item to each other: a thread with mentions, a flag, and an end.

import { useState } from "preact/hooks";
import { useLoaded } from "../components/useLoaded";
import { tried } from "../store/status";
import { stamp } from "../text/times";
import { peopleApi, type Remark, type Thread } from "./api";

export function Discussion({ item }: { item: number }) {
  const loaded = useLoaded(() => peopleApi.thread(item), [item]);
  const [text, setText] = useState("");
  const thread = loaded.value;
  const attempt = async (work: Promise<Thread>): Promise<void> => {
    if (await tried(work)) setText("");
    await loaded.again();
  };
  const open = thread?.remarks.some((each) => each.resolved === null) ?? false;
  const send = (flag: boolean): void => void attempt(peopleApi.remark(item, text, flag));
  return (
    <section class="discussion" aria-label="Discussion of this item">
      <h2>Discussion</h2>
      {loaded.error && <p class="error">{loaded.error.message}</p>}
      {thread?.remarks.length === 0 && <p class="muted">Nobody has written anything about this item.</p>}
      <ol>{thread?.remarks.map((each) => <Line key={each.id} remark={each} />)}</ol>
      <form onSubmit={(event) => { event.preventDefault(); send(false); }}>
        <textarea rows={2} value={text} aria-label="Remark" placeholder={thread?.people.length ? `Ask or answer; @${thread.people[0]} mentions a person` : "Ask or answer"} onInput={(event) => setText(event.currentTarget.value)} />
        <p class="filters">
          <button class="main" disabled={!text.trim()}>Send</button>
          <button type="button" onClick={() => send(true)}>⚑ Flag this item</button>
          {open && <button type="button" onClick={() => void attempt(peopleApi.resolve(item))}>✓ Resolve</button>}
        </p>
      </form>
    </section>
  );
}

export function Line({ remark, address, place }: { remark: Remark; address?: string; place?: string }) {
  return (
    <li class={remark.resolved ? "muted" : ""}>
      <small><b>{remark.own ? "You" : remark.author}</b> {stamp(new Date(remark.at))}{remark.flag && " ⚑ flagged"}{remark.resolved && " ✓ resolved"}{address && <>, <a href={address}>{place}</a></>}</small>
      {remark.text && <p>{remark.text}</p>}
    </li>
  );
}
