import { expect, test } from "vitest";
import { namesOf } from "../src/keynames";

const press = (key: string, code: string, more = {}) => ({ key, code, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more });

test("a letter is named in lower case, with Shift where it was held", () => {
  expect(namesOf(press("z", "KeyZ"))[0]).toBe("z");
  expect(namesOf(press("Z", "KeyZ", { shiftKey: true }))[0]).toBe("Shift+z");
});

test("Shift is part of a sign and not named", () => {
  expect(namesOf(press("?", "Slash", { shiftKey: true }))[0]).toBe("?");
  expect(namesOf(press(" ", "Space", { shiftKey: true }))[0]).toBe("Shift+ ");
});

test("letters of other scripts count by their place on the board", () => {
  expect(namesOf(press("ь", "KeyM"))).toContain("m");
  expect(namesOf(press("ة", "KeyM"))).toContain("m");
});

test("a French board gives digits without Shift", () => {
  expect(namesOf(press("&", "Digit1"))).toEqual(["&", "1"]);
});

test("a Latin letter counts by what is printed on it", () => {
  expect(namesOf(press("w", "KeyZ"))).toEqual(["w"]);
});
