/** P4 for private chats: an old state plus the events since equals a fresh fetch. */
import type { PrivateChatCounts } from "@parley/contract/private-chat";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agents } from "../../../sample/build.ts";
import { PrivateDesk } from "../../../sample/private-desk.ts";
import { applyToPrivateChat, lastRead, renew, withOlder } from "./chat-state.ts";
import { applyToCounts, unreadFrom, unreadInAll } from "./counts.ts";

const me = agents.mira.id;
const others = [agents.jonas.id, agents.naledi.id];

const step = fc.record({
  does: fc.constantFrom("write", "hear", "read", "heard"),
  other: fc.constantFrom(...others),
  seq: fc.integer({ min: 1, max: 9 }),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

function act(server: PrivateDesk, { does, other, seq }: Step): void {
  if (does === "write") server.writes(me, other);
  if (does === "hear") server.writes(other, me);
  if (does === "read") server.reads(me, other, seq);
  if (does === "heard") server.reads(other, me, seq);
}

test("an old state and the events since, some of them twice, equal the fresh state", () => {
  fc.assert(
    fc.property(fc.array(step), fc.array(step), fc.boolean(), (before, since, twice) => {
      const server = new PrivateDesk(me, others);
      for (const one of before) act(server, one);
      let chats = others.map((other) => server.chat(other));
      let counts: PrivateChatCounts[] | undefined = server.counts();
      const from = server.events.length;
      for (const one of since) act(server, one);
      const news = server.events.slice(from);
      for (const event of twice ? [...news, ...news] : news) {
        chats = chats.map((chat) => applyToPrivateChat(chat, me, event).chat ?? chat);
        counts = applyToCounts(counts, me, event).counts;
      }
      expect(chats).toEqual(others.map((other) => server.chat(other)));
      expect(counts).toEqual(server.counts());
    }),
  );
});

describe("a fetch is made when no event can tell the state", () => {
  const server = new PrivateDesk(me, others);
  for (let count = 0; count < 6; count++) server.writes(others[0] ?? "", me);
  const [, , , fourth, fifth] = server.events;
  const full = server.chat(others[0] ?? "");

  test("messages that came before a known one are fetched", () => {
    const old = { ...full, messages: full.messages.slice(0, 3) };
    if (!fifth || !fourth) throw new Error("Too few events");
    expect(applyToPrivateChat(old, me, fifth)).toEqual({ chat: old, missing: true });
    expect(applyToPrivateChat(old, me, fourth)).toMatchObject({ missing: false });
  });

  test("a message of a chat that the list lacks leads to a fetch, unless it began the chat", () => {
    const [first] = server.events;
    if (!first || !fifth) throw new Error("Too few events");
    expect(applyToCounts([], me, fifth)).toEqual({ counts: [], unknown: true });
    expect(applyToCounts([], me, first)).toMatchObject({ counts: [{ unread: 1 }], unknown: false });
    expect(applyToCounts(undefined, me, first)).toEqual({ counts: undefined, unknown: false });
  });

  test("a fresh slice keeps older messages where they join it, and drops those behind a hole", () => {
    const slice = (from: number, to?: number) => ({ ...full, messages: full.messages.slice(from, to) });
    expect(renew(slice(0, 4), slice(2))).toEqual(full);
    expect(renew(slice(0, 2), slice(2))).toEqual(full);
    expect(renew(slice(0, 2), slice(4))).toEqual(slice(4));
    expect(renew(undefined, full)).toEqual(full);
    expect(withOlder(slice(3), slice(0, 3))).toEqual(full);
    expect(withOlder(slice(3), slice(0, 2))).toEqual(slice(3));
  });
});

test("the line of new messages stands after the last loaded message that was read or answered", () => {
  const server = new PrivateDesk(me, others);
  const [jonas = ""] = others;
  for (const from of [jonas, jonas, me, jonas, jonas]) server.writes(from, from === me ? jonas : me);
  const chat = server.chat(jonas);
  expect(lastRead(chat, jonas)).toBe(3);
  expect(lastRead({ ...chat, own_read: 4 }, jonas)).toBe(4);
  expect(lastRead({ ...chat, own_read: 5 }, jonas)).toBeNull();
  expect(lastRead({ ...chat, messages: chat.messages.slice(4) }, jonas)).toBe(4);
  expect(lastRead({ ...chat, messages: [] }, jonas)).toBeNull();
});

test("unread marks add up", () => {
  const server = new PrivateDesk(me, others);
  for (const other of others) server.writes(other, me);
  server.writes(others[0] ?? "", me);
  expect(unreadFrom(server.counts(), others[0] ?? "")).toBe(2);
  expect(unreadFrom(undefined, me)).toBe(0);
  expect(unreadInAll(server.counts())).toBe(3);
});
