/** P4 for private chats: an old state and the events since give what a fresh fetch would. */
import type { PrivateChatStanding, PrivateMessage } from "@parley/contract/private-chat";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agents, at } from "../../sample/build.ts";
import {
  applyToPrivateChat,
  lastRead,
  type PrivateChat,
  type PrivateEvent,
  renew,
  withOlder,
} from "./chat-state.ts";
import { applyToStandings, unreadFrom, unreadInAll } from "./standings.ts";

const me = agents.mira.id;
const others = [agents.jonas.id, agents.naledi.id];

/** The server, small enough to read. */
class Server {
  readonly chats = new Map<string, { messages: PrivateMessage[]; read: Map<string, number> }>();
  readonly events: PrivateEvent[] = [];
  private minute = 0;

  writes(from: string, to: string): void {
    const { chat, chatid } = this.of(from, to);
    const payload: PrivateMessage = {
      ...empty,
      chatid,
      messageid: crypto.randomUUID(),
      seq: chat.messages.length + 1,
      sender_no: this.from(chat.messages, from).length + 1,
      created_on: at(++this.minute),
      senderid: from,
      receiverid: to,
    };
    chat.messages.push(payload);
    this.events.push({ name: "newPrivateMessage", payload });
  }

  reads(readerid: string, otherid: string, upTo: number): void {
    const { chat, chatid } = this.of(readerid, otherid);
    const seq = Math.min(upTo, chat.messages.length);
    if (seq <= (chat.read.get(readerid) ?? 0)) return;
    chat.read.set(readerid, seq);
    const written = this.from(chat.messages.slice(0, seq), otherid).length;
    this.events.push({ name: "privateRead", payload: { chatid, readerid, otherid, seq, written } });
  }

  chat(other: string): PrivateChat {
    const { chat, chatid } = this.of(me, other);
    const read = (who: string) => chat.read.get(who) ?? 0;
    return { chatid, messages: [...chat.messages], own_read: read(me), colleague_read: read(other) };
  }

  standings(): PrivateChatStanding[] {
    const all = others.map((userid) => {
      const { chatid, messages, own_read } = this.chat(userid);
      const written = this.from(messages, userid).length;
      const read = this.from(messages.slice(0, own_read), userid).length;
      return {
        chatid,
        userid,
        written,
        read,
        unread: written - read,
        last_message_on: messages.at(-1)?.created_on ?? "",
      };
    });
    return all
      .filter(({ last_message_on }) => last_message_on)
      .sort((a, b) => (a.last_message_on < b.last_message_on ? 1 : -1));
  }

  private of(one: string, other: string) {
    const chatid = `c-${[one, other].sort().join("-")}`;
    const chat = this.chats.get(chatid) ?? { messages: [], read: new Map<string, number>() };
    this.chats.set(chatid, chat);
    return { chat, chatid };
  }

  private from = (messages: PrivateMessage[], who: string) =>
    messages.filter(({ senderid }) => senderid === who);
}

const empty = {
  sender_name: "",
  type: "text",
  content: "Hello",
  file_name: null,
  file_size: null,
  file_type: null,
  path: null,
  imageUrl: null,
  thumbnailUrl: null,
  video_thumbnail: null,
  width: null,
  height: null,
  duration: null,
  waveform: null,
  placeholder: false,
} as const;

const step = fc.record({
  does: fc.constantFrom("write", "hear", "read", "heard"),
  other: fc.constantFrom(...others),
  seq: fc.integer({ min: 1, max: 9 }),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

function act(server: Server, { does, other, seq }: Step): void {
  if (does === "write") server.writes(me, other);
  if (does === "hear") server.writes(other, me);
  if (does === "read") server.reads(me, other, seq);
  if (does === "heard") server.reads(other, me, seq);
}

test("old state + the events since, some of them twice = fresh state", () => {
  fc.assert(
    fc.property(fc.array(step), fc.array(step), fc.boolean(), (before, since, twice) => {
      const server = new Server();
      for (const one of before) act(server, one);
      let chats = others.map((other) => server.chat(other));
      let standings: PrivateChatStanding[] | undefined = server.standings();
      const from = server.events.length;
      for (const one of since) act(server, one);
      const news = server.events.slice(from);
      for (const event of twice ? [...news, ...news] : news) {
        chats = chats.map((chat) => applyToPrivateChat(chat, me, event).chat ?? chat);
        standings = applyToStandings(standings, me, event).standings;
      }
      expect(chats).toEqual(others.map((other) => server.chat(other)));
      expect(standings).toEqual(server.standings());
    }),
  );
});

describe("what no event can tell is fetched", () => {
  const server = new Server();
  for (let count = 0; count < 6; count++) server.writes(others[0] ?? "", me);
  const [, , , fourth, fifth] = server.events;
  const full = server.chat(others[0] ?? "");

  test("messages before one that came", () => {
    const old = { ...full, messages: full.messages.slice(0, 3) };
    if (!fifth || !fourth) throw new Error("Too few events");
    expect(applyToPrivateChat(old, me, fifth)).toEqual({ chat: old, missing: true });
    expect(applyToPrivateChat(old, me, fourth)).toMatchObject({ missing: false });
  });

  test("a chat the list lacks, unless this message began it", () => {
    const [first] = server.events;
    if (!first || !fifth) throw new Error("Too few events");
    expect(applyToStandings([], me, fifth)).toEqual({ standings: [], unknown: true });
    expect(applyToStandings([], me, first)).toMatchObject({ standings: [{ unread: 1 }], unknown: false });
    expect(applyToStandings(undefined, me, first)).toEqual({ standings: undefined, unknown: false });
  });

  test("a fresh slice keeps older messages where they join on, and drops what a hole would part from it", () => {
    const slice = (from: number, to?: number) => ({ ...full, messages: full.messages.slice(from, to) });
    expect(renew(slice(0, 4), slice(2))).toEqual(full);
    expect(renew(slice(0, 2), slice(2))).toEqual(full);
    expect(renew(slice(0, 2), slice(4))).toEqual(slice(4));
    expect(renew(undefined, full)).toEqual(full);
    expect(withOlder(slice(3), slice(0, 3))).toEqual(full);
    expect(withOlder(slice(3), slice(0, 2))).toEqual(slice(3));
  });
});

test("the line of new messages stands after what was read or answered, of what is loaded", () => {
  const server = new Server();
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
  const server = new Server();
  for (const other of others) server.writes(other, me);
  server.writes(others[0] ?? "", me);
  expect(unreadFrom(server.standings(), others[0] ?? "")).toBe(2);
  expect(unreadFrom(undefined, me)).toBe(0);
  expect(unreadInAll(server.standings())).toBe(3);
});
