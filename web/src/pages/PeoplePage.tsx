// Members, their roles, invitations.

import { useState } from "preact/hooks";
import { ApiError, api, type Person } from "../api";
import { peopleApi, type NamedInvitation } from "../people/api";
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
  const loaded = useLoaded(async () => Promise.all([api.people(), peopleApi.invitations()]), []);
  const [role, setRole] = useState<Role>("annotator");
  const [name, setName] = useState("");
  const [link, setLink] = useState<{ address: string; what: string } | null>(null);
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
  const show = (what: string, work: () => Promise<{ token: string }>): Promise<void> =>
    attempt(async () => {
      const { token } = await work();
      setLink({ address: `${location.origin}/join/${token}`, what });
      setName("");
    });
  const invite = (): Promise<void> =>
    show(name.trim() ? `Send this to ${name.trim()}, who joins by it.` : "Whoever opens this joins the project.", () => peopleApi.invite(role, name.trim()));
  const reset = (person: Person): Promise<void> =>
    show(`Send this to ${person.name}, who sets a new password by it within a day.`, () => peopleApi.reset(person.id));
  if (loaded.error) return <Shell title="People"><Failure error={loaded.error} again={loaded.again} /></Shell>;
  const [people, invitations] = loaded.value ?? [{ people: [] }, { invitations: [] }];
  const open = invitations.invitations.filter((each: NamedInvitation) => !each.used && new Date(each.expires) > new Date());
  return (
    <Shell title="People">
      <h1>People</h1>
      <table class="list stacked">
        <thead><tr><th>name</th><th>role</th><th class="wide">name in releases</th><th /></tr></thead>
        <tbody>{people.people.map((each) => <Member key={each.id} person={each} roles={grantable} reset={() => reset(each)} signOut={() => attempt(async () => { await peopleApi.signOut(each.id); say(`${each.name} is signed out everywhere.`, true); })} change={(body) => attempt(() => api.changePerson(each.id, body))} />)}</tbody>
      </table>
      <section class="invite">
        <h2>Invite somebody</h2>
        <p class="filters">
          <input value={name} aria-label="Name of the person" placeholder="Name (optional)" maxLength={100} onInput={(event) => setName(event.currentTarget.value)} />
          <select value={role} aria-label="Role" onChange={(event) => setRole(event.currentTarget.value as Role)}>
            {grantable.map(([name, words]) => <option key={name} value={name}>{name}: {words}</option>)}
          </select>
          <button type="button" class="main" onClick={() => void invite()}>Make an invitation</button>
        </p>
        {link && (
          <p class="invitation-link">
            <input readOnly value={link.address} aria-label="Address of the invitation" onFocus={(event) => event.currentTarget.select()} />{" "}
            <button type="button" onClick={() => void navigator.clipboard?.writeText(link.address).then(() => say("Copied.", true))}>Copy</button>
            <small class="muted">{link.what} It works once and is shown only now.</small>
          </p>
        )}
        {open.length > 0 && (
          <table class="list stacked">
            <caption>Open invitations</caption>
            <thead><tr><th>for</th><th>role</th><th>until</th><th /></tr></thead>
            <tbody>
              {open.map((each) => (
                <tr key={each.id}>
                  <th scope="row">{each.name || "whoever has the link"}{each.user !== null && <small class="muted"> (new password)</small>}</th>
                  <td>{each.role}</td>
                  <td>{each.expires.slice(0, 10)}</td>
                  <td class="end"><button type="button" class="small" onClick={() => void attempt(() => peopleApi.revoke(each.id))}>Revoke</button></td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </Shell>
  );
}

function Member({ person, roles, change, reset, signOut }: { person: Person; roles: [Role, string][]; change: (body: { role?: Role; active?: boolean }) => void; reset: () => void; signOut: () => void }) {
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
      <td class="wide">{person.pseudonym || <span class="muted">no judgement yet</span>}</td>
      <td class="end">
        {may && person.active && <button type="button" class="small" onClick={reset}>New password link</button>}{" "}
        {may && person.active && <button type="button" class="small" onClick={signOut}>Sign out</button>}{" "}
        {may && <button type="button" class="small" onClick={() => change({ active: !person.active })}>{person.active ? "Deactivate" : "Activate"}</button>}
      </td>
    </tr>
  );
}
