import { expect, test } from "vitest";
import { ApiError } from "../src/api";
import { newest } from "../src/store/newest";

/** A question that is answered when the test says so. */
function held() {
  const found = {} as { promise: Promise<string>; resolve: (answer: string) => void; reject: (error: ApiError) => void };
  found.promise = new Promise((resolve, reject) => Object.assign(found, { resolve, reject }));
  return found;
}

function asking() {
  const heard: (string | null)[] = [];
  return { heard, ask: newest<string>((answer, error) => heard.push(error ? error.message : answer)) };
}

test("an older answer that comes late is not heard, and who waits for it waits for the last one", async () => {
  const { heard, ask } = asking();
  const [first, second] = [held(), held()];
  let done = false;
  const waiting = ask(first.promise).then(() => (done = true));
  const last = ask(second.promise);
  first.resolve("old");
  await Promise.resolve().then(() => undefined);
  expect([heard, done]).toEqual([[], false]);
  second.resolve("new");
  await Promise.all([waiting, last]);
  expect(heard).toEqual(["new"]);
});

test("an older refusal that comes late is not heard either", async () => {
  const { heard, ask } = asking();
  const first = held();
  const waiting = ask(first.promise);
  await ask(Promise.resolve("new"));
  first.reject(new ApiError(500, "old"));
  await waiting;
  expect(heard).toEqual(["new"]);
});

test("what is forgotten is never heard", async () => {
  const { heard, ask } = asking();
  const first = held();
  const waiting = ask(first.promise);
  void ask(null);
  first.resolve("old");
  await waiting;
  expect(heard).toEqual([]);
});
