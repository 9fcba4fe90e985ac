// How far the work is, and how fast and careful.

import { api, type AnnotatorProgress } from "../api";
import { AssignForm } from "../components/AssignForm";
import { Bar, countWords } from "../components/Bar";
import { Failure } from "../components/Failure";
import { Shell } from "../components/Shell";
import { useLoaded } from "../components/useLoaded";
import { layerName } from "../editors";
import { may } from "../store/session";
import { stamp } from "../text/times";
import { grouped } from "../text/counted";

export function ProgressPage() {
  const loaded = useLoaded(() => api.progress(), []);
  return (
    <Shell title="Progress">
      <h1>Progress</h1>
      {loaded.error && <Failure error={loaded.error} again={loaded.again} />}
      {loaded.value?.layers.length === 0 && <div class="nothing"><p>There is nothing to do yet.</p><a class="button" href="/">Import a file</a></div>}
      {loaded.value?.layers.map((layer) => (
        <section key={layer.layer} class="report">
          <h2><a href={`/l/${layer.layer}`}>{layerName(layer)}</a></h2>
          <p><Bar counts={layer.states} /> <small>{countWords(layer.states)}</small>
            {layer.disagreements > 0 && may("adjudicator") && <small>, <a href={`/l/${layer.layer}/adjudicate`}>{layer.disagreements} {layer.disagreements === 1 ? "disagreement waits" : "disagreements wait"}</a></small>}
          </p>
          {may("manager") && <AssignForm layer={layer.layer} name={layerName(layer)} after={loaded.again} />}
          {layer.annotators.length > 0 && (
            <div class="scroll" tabIndex={0} role="region" aria-label={`Annotators of ${layerName(layer)}`}>
              <table class="list figures">
                <thead><tr>
                  <th>annotator</th><th>assigned</th><th>begun</th><th>done</th><th>median seconds</th><th>items per minute</th>
                  <th>suggestions taken</th><th>warnings accepted</th><th>known answers given</th><th>unusually fast</th><th>last saved</th>
                </tr></thead>
                <tbody>{layer.annotators.map((each) => <Line key={each.user} layer={layer.layer} person={each} />)}</tbody>
              </table>
            </div>
          )}
        </section>
      ))}
    </Shell>
  );
}

function Line({ layer, person }: { layer: number; person: AnnotatorProgress }) {
  const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((all, each) => all + each, 0);
  const [offered, taken] = [sum(person.suggested), sum(person.taken)];
  return (
    <tr>
      <th scope="row">{person.name}</th>
      <td>{person.assigned ? grouped(person.assigned) : "all"}</td>
      <td>{grouped(person.draft)}</td>
      <td>{grouped(person.done)}</td>
      <td>{person.median_seconds?.toFixed(1) ?? "–"}</td>
      <td>{person.per_minute?.toFixed(1) ?? "–"}</td>
      <td title={Object.entries(person.suggested).map(([method, n]) => `${method}: ${person.taken[method] ?? 0} of ${n}`).join("\n")}>{offered ? `${Math.round((100 * taken) / offered)} %` : "–"}</td>
      <td>{grouped(person.acknowledged)}</td>
      <td>{person.gold_seen ? `${grouped(person.gold_right ?? 0)} of ${grouped(person.gold_seen)}` : "–"}</td>
      <td>{person.hasty.length ? person.hasty.slice(0, 5).map((seq) => <a key={seq} href={`/l/${layer}/i/${seq}`}>{seq} </a>) : "–"}{person.hasty.length > 5 && `and ${grouped(person.hasty.length - 5)} more`}</td>
      <td class="moment">{person.last_saved ? stamp(new Date(person.last_saved)) : "–"}</td>
    </tr>
  );
}
