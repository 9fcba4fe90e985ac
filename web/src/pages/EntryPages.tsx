// Coming in: name and password, or an invitation.

import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { ApiError, api } from "../api";
import { useLoaded } from "../components/useLoaded";
import { peopleApi } from "../people/api";
import { go } from "../router";
import { begin, session } from "../store/session";

const LEAST = 10;

function Entry({ title, words, button, children, enter }: { title: string; words: string; button: string; children: ComponentChildren; enter: (form: FormData) => Promise<void> }) {
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  document.title = `${title} – ${session.value?.project.name ?? "diglot"}`;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      await enter(new FormData(event.currentTarget as HTMLFormElement));
      setError("");
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure.message);
    }
    setBusy(false);
  };
  return (
    <main class="entry">
      <form onSubmit={(event) => void submit(event)}>
        <p class="muted">{session.value?.project.name}</p>
        <h1>{title}</h1>
        <p>{words}</p>
        {children}
        {error && <p class="error" role="alert">✕ {error}</p>}
        <button class="main" disabled={busy}>{button}</button>
      </form>
    </main>
  );
}

export function LoginPage() {
  const enter = async (form: FormData): Promise<void> => {
    await api.login(String(form.get("name")), String(form.get("password")));
    await begin();
    if (location.pathname === "/login") go("/", { replace: true });
  };
  if (session.value?.mode === "local") {
    return (
      <main class="entry">
        <div class="nothing">
          <p>This page belongs to the person who started it. Open the address with the token that <code>diglot annotate serve</code> has printed.</p>
        </div>
      </main>
    );
  }
  return (
    <Entry title="Sign in" words="Your work continues where you left it." button="Sign in" enter={enter}>
      <label>Name <input name="name" autocomplete="username" required autofocus /></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" required /></label>
    </Entry>
  );
}

export function JoinPage({ token }: { token: string }) {
  const loaded = useLoaded(() => peopleApi.invitation(token), [token]);
  const enter = async (form: FormData): Promise<void> => {
    await api.join(token, String(form.get("name") ?? ""), String(form.get("password")));
    await begin();
    go("/", { replace: true });
  };
  if (loaded.error) {
    return (
      <main class="entry">
        <div class="nothing">
          <p class="error" role="alert">✕ {loaded.error.message}</p>
          <a class="button" href="/">Sign in</a>
        </div>
      </main>
    );
  }
  if (!loaded.value) return <p class="nothing">Opening…</p>;
  const { name, role, reset } = loaded.value;
  const rule = `At least ${LEAST} characters; four random words are good.`;
  const title = reset ? "New password" : "Join the project";
  const words = reset ? `${name}, choose a new password. ${rule}` : `You have been invited as ${role}. ${name ? "Choose a password." : "Choose a name and a password."} ${rule}`;
  return (
    <Entry title={title} words={words} button={reset ? "Set the password" : "Join"} enter={enter}>
      {name ? <label>Name <input value={name} autocomplete="username" readOnly /></label> : <label>Name <input name="name" autocomplete="username" required autofocus /></label>}
      <label>Password <input name="password" type="password" autocomplete="new-password" minLength={LEAST} required autofocus={Boolean(name)} /></label>
    </Entry>
  );
}
