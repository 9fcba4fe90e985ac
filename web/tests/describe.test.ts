import { expect, test } from "vitest";
import { cellName } from "../src/text/describe";
import type { Payload } from "../src/types";

const payload = { source: { text: "It rained. We left." }, target: { text: "Il a plu." } } as unknown as Payload;

test("links and confirmations are named by their text", () => {
  expect(cellName(payload, "b11-0", [19, 9])).toBe("link at “We left.”");
  expect(cellName(payload, "v0", "Il pleuvait.")).toBe("corrected target: “Il a plu.”");
  expect(cellName(payload, "c11-0", true)).toBe("confirmed at “We left.”");
});
