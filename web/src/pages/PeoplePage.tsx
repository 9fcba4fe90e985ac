// Members, their roles, invitations.

import { useState } from "preact/hooks";
import { ApiError, api, type Person } from "../api";
import { Failure } from "../components/Failure";
import { Shell } from "../components/Shell";
import { useLoaded } from "../components/useLoaded";
import { may, session } from "../store/session";
import { say } from "../store/status";
import type { Role } from "../types";

const ROLES: [Role, string][] = [
  ["annotator", "judges the items assigned"],
  ["adjudicator", "sees judgements without names and decides"],
  ["manager", "imports files, assigns, reports, releases"],
  ["viewer", "reads reports and releases"],
  ["owner", "everything"],
];

export function PeoplePage() {
  const loaded = useLoaded(async () => Promise.all([api.people(), api.invitations()]), []);
  const [role, setRole] = useState<Role>("annotator");
  const [link, setLink] = useState("");
  const grantable = ROLES.filter(([name]) => may("owner") || !["owner", "manager"].includes(name));
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
      loaded.again();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      say(error.message, true);
    }
  };
  const invite = (): Promise<void> =>
    attempt(async () => {
      const { token } = await api.invite(role);
      setLink(`${location.origin}/join/${token}`);
    });
  if (loaded.error) return <Shell title="People"><Failure error={loaded.error} again={loaded.again} /></Shell>;
  const [people, invitations] = loaded.value ?? [{ people: [] }, { invitations: [] }];
  const open = invitations.invitations.filter((each) => !each.used);
  return (
    <Shell title="People">
      <h1>People</h1>
      <table class="list">
        <thead><tr><th>name</th><th>role</th><th>in data</th><th /></tr></thead>
        <tbody>{people.people.map((each) => <Member key={each.id} person={each} roles={grantable} change={(body) => attempt(() => api.changePerson(each.id, body))} />)}</tbody>
      </table>
      <section class="invite">
        <h2>Invite somebody</h2>
        <p class="filters">
          <select value={role} aria-label="Role" onChange={(event) => setRole(event.currentTarget.value as Role)}>
            {grantable.map(([name, words]) => <option key={name} value={name}>{name}: {words}</option>)}
          </select>
          <button type="button" class="main" onClick={() => void invite()}>Make an invitation</button>
        </p>
        {link && (
          <p class="invitation-link">
            <input readOnly value={link} aria-label="Address of the invitation" onFocus={(event) => event.currentTarget.select()} />{" "}
            <button type="button" onClick={() => void navigator.clipboard?.writeText(link).then(() => say("Copied.", true))}>Copy</button>
            <small class="muted">It works once and is shown only now.</small>
          </p>
        )}
        {open.length > 0 && <p class="muted">{open.length} {open.length === 1 ? "invitation is" : "invitations are"} open: {open.map((each) => `${each.role} until ${each.expires.slice(0, 10)}`).join(", ")}</p>}
      </section>
    </Shell>
  );
}

function Member({ person, roles, change }: { person: Person; roles: [Role, string][]; change: (body: { role?: Role; active?: boolean }) => void }) {
  const own = person.id === session.value?.user?.id;
  const may = !own && roles.some(([name]) => name === person.role);
  return (
    <tr class={person.active ? "" : "muted"}>
      <th scope="row">{person.name}{own && <small class="muted"> (you)</small>}</th>
      <td>
        {may ? (
          <select value={person.role} aria-label={`Role of ${person.name}`} onChange={(event) => change({ role: event.currentTarget.value as Role })}>
            {roles.map(([name]) => <option key={name} value={name}>{name}</option>)}
          </select>
        ) : person.role}
      </td>
      <td>{person.pseudonym || <span class="muted">no judgement yet</span>}</td>
      <td class="end">{may && <button type="button" class="small" onClick={() => change({ active: !person.active })}>{person.active ? "Deactivate" : "Activate"}</button>}</td>
    </tr>
  );
}
