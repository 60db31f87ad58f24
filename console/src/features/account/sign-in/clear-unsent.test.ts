import { beforeEach, expect, test, vi } from "vitest";

const storage = vi.hoisted(() => {
  // Like the browser's storage: the stored items are its own properties, and its methods are not.
  const storage = Object.create({
    getItem: (name: string) => storage[name] ?? null,
    setItem: (name: string, value: string) => {
      storage[name] = value;
    },
    removeItem: (name: string) => {
      delete storage[name];
    },
  });
  vi.stubGlobal("localStorage", storage);
  return storage as Record<string, string>;
});

const { clearUnsentOfOthers } = await import("./clear-unsent.ts");
const { put, useOutbox } = await import("../../tickets/sending/outbox.ts");

const unsent = () => useOutbox.getState().unsent.map(({ content }) => content);

beforeEach(() => {
  for (const name of Object.keys(storage)) delete storage[name];
  clearUnsentOfOthers("mira");
  storage["parley.draft.t"] = "Half a sentence";
  storage["parley.first-mail."] = "{}";
  storage["parley.theme"] = "light";
  put({ messageid: "m", ticketid: "t", content: "Unsent", writtenOn: "", trouble: { unreachable: true } });
});

test("another agent finds neither drafts nor unsent messages; the theme stays", () => {
  clearUnsentOfOthers("jonas");
  expect(unsent()).toEqual([]);
  expect(Object.keys(storage).filter((name) => name.startsWith("parley.outbox"))).toEqual([]);
  expect(Object.keys(storage).filter((name) => /^parley\.(draft|first-mail)\./.test(name))).toEqual([]);
  expect(storage["parley.theme"]).toBe("light");
});

test("the same agent finds their drafts", () => {
  clearUnsentOfOthers("mira");
  expect(unsent()).toEqual(["Unsent"]);
  expect(storage["parley.draft.t"]).toBe("Half a sentence");
});
