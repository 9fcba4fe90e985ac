// What waits for the one who asks: answers and mentions, flags, items begun.

import { Failure } from "../components/Failure";
import { Shell } from "../components/Shell";
import { useLoaded } from "../components/useLoaded";
import { layerName } from "../editors";
import { session } from "../store/session";
import { peopleApi, type Remark } from "./api";
import { Line } from "./Discussion";

export function AgendaPage() {
  const loaded = useLoaded(() => peopleApi.agenda(), []);
  const nameOf = (id: number): string => {
    const found = session.value?.layers.find((each) => each.id === id);
    return found ? layerName(found) : `layer ${id}`;
  };
  const address = (each: Remark): string => `/l/${each.layer}/i/${each.seq}`;
  const found = loaded.value;
  const empty = found && !found.remarks.length && !found.flags.length && !found.drafts.length;
  return (
    <Shell title="For you">
      <h1>For you</h1>
      {loaded.error && <Failure error={loaded.error} again={loaded.again} />}
      {empty && <div class="nothing"><p>Nothing waits for you: no question, no flag, no item that you have begun.</p><a class="button" href="/">To the layers</a></div>}
      {found && found.remarks.length > 0 && (
        <section class="discussion"><h2>Questions and answers</h2><ol>{found.remarks.map((each) => <Line key={each.id} remark={each} address={address(each)} place={`${nameOf(each.layer)}, item ${each.seq}`} />)}</ol></section>
      )}
      {found && found.flags.length > 0 && (
        <section class="discussion"><h2>Flagged items</h2><ol>{found.flags.map((each) => <Line key={each.id} remark={each} address={address(each)} place={`${nameOf(each.layer)}, item ${each.seq}`} />)}</ol></section>
      )}
      {found && found.drafts.length > 0 && (
        <section><h2>Items that you have begun</h2><ul>{found.drafts.map(([layer, seq]) => <li key={`${layer}/${seq}`}><a href={`/l/${layer}/i/${seq}`}>{nameOf(layer)}, item {seq}</a></li>)}</ul></section>
      )}
    </Shell>
  );
}
