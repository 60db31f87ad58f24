import { beforeEach, expect, test, vi } from "vitest";
import { fakeStorage } from "../../../sample/storage.ts";
import type { UnsentBase } from "./unsent-store.ts";

const unreachable = { unreachable: true as const };
const refused = { unreachable: false as const, reason: "This ticket is closed." };
const written = (messageid: string, minute: number): UnsentBase => ({
  messageid,
  content: `Text ${messageid}`,
  writtenOn: `2026-03-02T09:0${minute}:00.000Z`,
  trouble: null,
});

/** Opens a new page of the console in this browser. */
async function openTab() {
  vi.resetModules();
  const { createOutbox } = await import("./unsent-store.ts");
  const outbox = createOutbox<UnsentBase>("parley.outbox");
  const shown = () =>
    outbox.useOutbox.getState().unsent.map(({ messageid, trouble }) => [messageid, trouble]);
  return { ...outbox, shown };
}

beforeEach(() => {
  vi.stubGlobal("localStorage", fakeStorage());
  return () => vi.unstubAllGlobals();
});

test("unsent messages outlive a reload, in the order they were written, in doubt or with their reason", async () => {
  const before = await openTab();
  before.put(written("b", 2));
  before.put(written("a", 1));
  before.change("a", { trouble: refused });
  before.put({ ...written("picture", 3), file: { name: "p.png", size: 1, type: "image/png", progress: 0 } });
  expect(before.isUploading()).toBe(true);
  const after = await openTab();
  expect(after.shown()).toEqual([
    ["a", refused],
    ["b", unreachable],
    ["picture", unreachable],
  ]);
  expect(after.useOutbox.getState().unsent[2]).toMatchObject({
    content: "Text picture",
    file: { name: "p.png", lost: true },
  });
  expect(after.isUploading()).toBe(false);
  expect(after.unreached().map(({ messageid }) => messageid)).toEqual(["b"]);
});

test("neither of two tabs removes the other's unsent messages", async () => {
  const [one, other] = [await openTab(), await openTab()];
  one.put(written("one", 1));
  one.change("one", { trouble: unreachable });
  other.put(written("other", 2));
  other.change("other", { trouble: unreachable });
  other.put(written("sent", 3));
  other.drop("sent");
  expect((await openTab()).shown()).toEqual([
    ["one", unreachable],
    ["other", unreachable],
  ]);
});

test("an unsent message that the server has after all is dropped, others stay", async () => {
  const before = await openTab();
  before.put(written("arrived", 1));
  before.put(written("lost", 2));
  const after = await openTab();
  after.dropSent([{ messageid: "arrived" }, { messageid: "of another agent" }]);
  expect(after.shown()).toEqual([["lost", unreachable]]);
  expect((await openTab()).shown()).toEqual([["lost", unreachable]]);
});

test("a dropped message does not come back with a late report about it", async () => {
  const tab = await openTab();
  tab.put(written("cancelled", 1));
  tab.drop("cancelled");
  tab.change("cancelled", { trouble: unreachable });
  expect(tab.shown()).toEqual([]);
  expect((await openTab()).shown()).toEqual([]);
});
