/**
 * Cached answers and an event are what a fresh fetch answers, for every event of the contract, through the handlers the
 * live connection uses. An event that a handler forgets makes its world fail, which is tested too.
 */
import type { AgentList, Colleague } from "@parley/contract/agents";
import type { Draft } from "@parley/contract/drafts";
import { type ServerEventName, type ServerEvents, serverEvents } from "@parley/contract/events";
import { limits } from "@parley/contract/limits";
import type { Message } from "@parley/contract/messages";
import type { Notification } from "@parley/contract/notifications";
import type { Actor } from "@parley/contract/permissions";
import type { Pin } from "@parley/contract/pins";
import { QueryClient } from "@tanstack/react-query";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EventHandlers } from "../../api/events.ts";
import { keys } from "../../api/queries.ts";
import { agentRow, agents, at, departments, message, profileOf, ticketOf } from "../../sample/build.ts";
import { Desk } from "../../sample/desk.ts";
import { PrivateDesk } from "../../sample/private-desk.ts";
import { typingIn } from "../messages/typing.ts";
import { eventHandlers } from "./event-handlers.ts";

type Heard = { [Name in ServerEventName]: { name: Name; payload: ServerEvents[Name] } }[ServerEventName];
/** What the server answers, and what it publishes with each step; a number picks what the step is about. */
type Server = {
  answers(): [readonly unknown[], unknown][];
  step(does: string, which: number, text: string): Heard[];
};
type World = { proves: ServerEventName[]; steps: string[]; viewer?: Actor; start(): Server };

const { mira, jonas, naledi, ingrid } = agents;
const id = (kind: string, number: number) =>
  `${kind.repeat(8)}-0000-4000-8000-${String(number).padStart(12, "0")}`;
/** By code point, as a card cuts it. */
const cut = (text: string) => [...text].slice(0, limits.messagePreview).join("");

const worlds: Record<string, World> = {
  // A ticket that comes from another department is fetched alone, which ticket-events.test.ts covers.
  tickets: {
    proves: ["newTicket", "updateTicket", "acceptTicket", "closeTicket", "ticketRead"],
    steps: ["opens", "writes", "accepts", "reassigns", "numbers", "closes", "reopens", "rates", "reads"],
    start() {
      const desk = new Desk(mira);
      const take = (does: string, number: number, text: string) => {
        const ticketid = [...desk.tickets.keys()][number] ?? "none";
        if (does === "opens") desk.opens(number, "bookings");
        if (does === "writes") desk.writes(ticketid, number % 2 === 0, text);
        if (does === "accepts") desk.accepts(ticketid, number % 2 ? mira : jonas);
        if (does === "reassigns") desk.reassigns(ticketid, "bookings", number % 2 ? jonas : null);
        if (does === "numbers") desk.numbers(text);
        if (does === "closes") desk.closes(ticketid);
        if (does === "reopens") desk.reopens(ticketid);
        if (does === "rates") desk.rates(ticketid, 1 + (number % 3));
        if (does === "reads") desk.reads(ticketid);
      };
      return {
        step: (does, number, text) => {
          take(does, number, text);
          return desk.events.splice(0);
        },
        answers: () => [
          [keys.openTickets, desk.open()],
          [keys.closedTickets, { pages: [desk.closed()], pageParams: [0] }],
        ],
      };
    },
  },
  "tickets handed over": {
    proves: ["newHandler", "removeTicket"],
    steps: ["hands", "removes"],
    start() {
      const handled = {
        accepted: true,
        accepted_by: mira.id,
        accepted_on: at(1),
        stage: "accepted",
      } as const;
      const tickets = new Map(
        [0, 1, 2].map((number) => [
          number,
          ticketOf(mira, {
            ...handled,
            ticketid: id("7", number),
            userid: mira.id,
            updated_on: at(9 - number),
          }),
        ]),
      );
      return {
        answers: () => [[keys.openTickets, [...tickets.values()]]],
        step(does, number) {
          const ticket = tickets.get(number % 3);
          if (!ticket) return [];
          const { ticketid } = ticket;
          if (does === "removes") {
            tickets.delete(number % 3);
            return [{ name: "removeTicket", payload: { ticketid } }];
          }
          const userid = number % 2 ? jonas.id : mira.id;
          const handler = { userid, user_name: `Agent ${number}`, accepted_on: at(2) };
          tickets.set(number % 3, ticketOf(mira, { ...ticket, ...handler }));
          return [{ name: "newHandler", payload: { ticketid, ...departments.bookings, ...handler } }];
        },
      };
    },
  },
  chat: {
    proves: ["newMessage", "messageUpdate", "newReaction", "newPinnedMessage", "unpinMessage"],
    steps: ["writes", "edits", "reacts", "fails", "pins", "unpins"],
    start() {
      const messages: Message[] = [message()];
      const pins: Pin[] = [];
      let minute = 100;
      const { ticketid } = message();
      const change = (which: number, facts: Partial<Message>): Message => {
        const index = which % messages.length;
        const changed = { ...(messages[index] ?? message()), ...facts };
        messages[index] = changed;
        return changed;
      };
      const card = () => {
        const last = messages.at(-1) ?? message();
        const { type, content, created_on, isagent } = last;
        const facts = { last_seq: last.seq, client_messages: last.seq, updated_on: created_on, isagent };
        const last_message = { type, content: cut(content), created_on, isagent };
        return ticketOf(mira, { ...facts, last_message }, last.seq);
      };
      return {
        answers: () => [
          [keys.chat(ticketid), { messages: [...messages] }],
          [keys.pins(ticketid), pins.toSorted((a, b) => (a.pinned_on < b.pinned_on ? 1 : -1))],
          [keys.openTickets, [card()]],
        ],
        step(does, which, text) {
          if (does === "writes") {
            const written = message({ seq: messages.length + 1, content: `!${text}` });
            messages.push(written);
            return [{ name: "newMessage", payload: written }];
          }
          if (does === "edits" || does === "fails") {
            const facts = does === "edits" ? { content: `?${text}`, edited_on: at(++minute) } : failed;
            const { messageid, created_on, content } = change(which, facts);
            for (const pin of pins) if (pin.messageid === messageid) pin.content = content;
            return [{ name: "messageUpdate", payload: { ticketid, messageid, created_on, ...facts } }];
          }
          if (does === "reacts") {
            const side = which % 2 ? "reaction" : "agent_reaction";
            const { messageid, created_on, reaction, agent_reaction, agent_reaction_reason } = change(which, {
              [side]: text || null,
            });
            const payload = {
              ticketid,
              messageid,
              created_on,
              reaction,
              agent_reaction,
              agent_reaction_reason,
            };
            return [{ name: "newReaction", payload }];
          }
          const about = messages[which % messages.length] ?? message();
          const { messageid, created_on } = about;
          const place = pins.findIndex((pin) => pin.messageid === messageid);
          if (does === "unpins") {
            if (place < 0) return [];
            pins.splice(place, 1);
            return [{ name: "unpinMessage", payload: { ticketid, messageid, createdOn: created_on } }];
          }
          if (place >= 0) return [];
          const pin = pinOf(about, at(++minute));
          pins.push(pin);
          return [{ name: "newPinnedMessage", payload: { ...pin } }];
        },
      };
    },
  },
  inbox: {
    proves: ["newNotification", "notificationsSeen", "notificationsCleared"],
    steps: ["arrives", "arrives", "opens", "reads", "clears"],
    start() {
      let lines: Notification[] = [];
      let number = 0;
      const count = () => lines.filter(({ seen }) => !seen).length;
      return {
        answers: () => [
          [keys.inbox, { lines: lines.map((line) => ({ ...line })), count: count(), more: false }],
        ],
        step(does, which) {
          if (does === "clears") {
            lines = [];
            return [{ name: "notificationsCleared", payload: {} }];
          }
          if (does === "arrives") {
            const line = lineOf(++number);
            lines = [line, ...lines];
            return [{ name: "newNotification", payload: { notification: { ...line }, count: count() } }];
          }
          const read = does === "opens" ? lines : lines.filter((_, index) => index === which);
          for (const line of read) line.seen = true;
          const ids = does === "opens" ? null : read.map((line) => line.id);
          return [{ name: "notificationsSeen", payload: { ids, count: count() } }];
        },
      };
    },
  },
  "private chats": {
    proves: ["newPrivateMessage", "privateRead"],
    steps: ["writes", "hears", "reads", "heard"],
    start() {
      const others = [jonas.id, naledi.id];
      const desk = new PrivateDesk(mira.id, others);
      // The list of chats begins with each chat's first message, which the console fetches by itself.
      for (const other of others) desk.writes(other, mira.id);
      desk.events.length = 0;
      return {
        answers: () => [
          [keys.privateChats, desk.counts()],
          ...others.map((other) => [keys.privateChat(other), desk.chat(other)] as [unknown[], unknown]),
        ],
        step(does, which) {
          const other = others[which % 2] ?? jonas.id;
          if (does === "writes") desk.writes(mira.id, other);
          if (does === "hears") desk.writes(other, mira.id);
          if (does === "reads") desk.reads(mira.id, other, which + 1);
          if (does === "heard") desk.reads(other, mira.id, which + 1);
          return desk.events.splice(0);
        },
      };
    },
  },
  bubbles: {
    proves: ["newBubble", "updateBubble", "deleteBubble"],
    steps: ["adds", "changes", "deletes"],
    start() {
      const bubbles = new Map<number, { bubbleid: string; name: string; content: string }>();
      return {
        answers: () => [
          [keys.bubbles, [...bubbles.entries()].sort(([a], [b]) => a - b).map(([, one]) => one)],
        ],
        step(does, which, text) {
          const bubble = { bubbleid: id("b", which), name: `Bubble ${which}`, content: text };
          if ((does === "adds") === bubbles.has(which)) return [];
          if (does === "deletes") {
            bubbles.delete(which);
            return [{ name: "deleteBubble", payload: { bubbleid: bubble.bubbleid } }];
          }
          bubbles.set(which, bubble);
          return [{ name: does === "adds" ? "newBubble" : "updateBubble", payload: bubble }];
        },
      };
    },
  },
  drafts: {
    proves: ["updateDraft"],
    steps: ["saves", "removes"],
    start() {
      let drafts: Draft[] = [];
      let minute = 0;
      return {
        answers: () => [[keys.drafts, drafts]],
        step(does, which, text) {
          const content = does === "saves" ? `Dear ${text}` : "";
          const change = { ticketid: id("7", which), content, updated_on: at(++minute) };
          const others = drafts.filter(({ ticketid }) => ticketid !== change.ticketid);
          drafts = content ? [change, ...others] : others;
          return [{ name: "updateDraft", payload: change }];
        },
      };
    },
  },
  people: {
    proves: [
      ...(["newUser", "updateAgentRow", "totalOnlineAgents", "userLogin", "userLogout"] as const),
      ...(["updateAgent", "updateProfile"] as const),
    ],
    steps: ["joins", "changes", "signs in", "signs out", "renames", "own language"],
    viewer: ingrid,
    start() {
      const rows = new Map([["0", agentRow("Ada 0", { userid: "0" })]]);
      let profile = profileOf(ingrid);
      const list = (): AgentList => ({
        agents: [...rows.values()],
        onlineAgents: [...rows.values()].filter(({ status }) => status === "online").length,
        totalAgents: rows.size,
      });
      const seenAs = (row: ReturnType<typeof agentRow>): Colleague => ({
        ...colleagueFields(row),
        status: row.status,
      });
      return {
        answers: () => [
          [keys.agentList, list()],
          [keys.colleagues, [...rows.values()].map(seenAs).sort(byName)],
          [keys.profile, profile],
        ],
        step(does, which, text) {
          const userid = String(which);
          const known = rows.get(userid);
          if (does === "own language") {
            profile = { ...profile, lang: which % 2 ? "nl" : "ja" };
            return [{ name: "updateProfile", payload: profile }];
          }
          if (does === "joins") {
            if (known) return [];
            const row = agentRow(`Ada ${which}`, { userid });
            rows.set(userid, row);
            return [
              { name: "newUser", payload: row },
              { name: "updateAgent", payload: { ...seenAs(row), enabled: true } },
            ];
          }
          if (!known) return [];
          if (does === "signs in" || does === "signs out") {
            const status = does === "signs in" ? "online" : "offline";
            rows.set(userid, { ...known, status });
            return [
              { name: status === "online" ? "userLogin" : "userLogout", payload: { id: userid } },
              { name: "totalOnlineAgents", payload: list().onlineAgents },
            ];
          }
          const row =
            does === "renames"
              ? { ...known, first_name: `${lettersOf(text).slice(0, 3)}X` }
              : { ...known, role: which % 2 ? ("admin" as const) : ("moderator" as const) };
          rows.set(userid, row);
          return [
            { name: "updateAgentRow", payload: row },
            { name: "updateAgent", payload: { ...seenAs(row), enabled: true } },
          ];
        },
      };
    },
  },
  invitations: {
    proves: ["invitationsChanged"],
    steps: ["invites"],
    viewer: ingrid,
    start() {
      const invited: string[] = [];
      return {
        answers: () => [[keys.invitations, [...invited]]],
        step(_does, _which, text) {
          invited.push(text);
          return [{ name: "invitationsChanged", payload: {} }];
        },
      };
    },
  },
  "opening hours": {
    proves: ["openingHoursChanged"],
    steps: ["sets"],
    viewer: ingrid,
    start() {
      let set = "";
      return {
        answers: () => [[keys.openingHours, set]],
        step(_does, _which, text) {
          set = text;
          return [{ name: "openingHoursChanged", payload: {} }];
        },
      };
    },
  },
  "automatic messages": {
    proves: ["automaticMessagesChanged"],
    steps: ["writes"],
    viewer: ingrid,
    start() {
      const names: string[] = [];
      return {
        answers: () => [[keys.automaticMessages, [...names]]],
        step(_does, _which, text) {
          names.push(text);
          return [{ name: "automaticMessagesChanged", payload: {} }];
        },
      };
    },
  },
  accounts: {
    proves: ["channelUpdate"],
    steps: ["renames", "breaks"],
    start() {
      const account = { channelid: id("c", 1), name: "Harbour", state: "working" };
      return {
        answers: () => [
          [keys.channels, [{ ...account }]],
          // Stands for what tickets say of their account.
          [keys.openTickets, [{ ...ticketOf(mira), client_name: account.name }]],
        ],
        step(does, _which, text) {
          if (does === "renames") account.name = text;
          else account.state = account.state === "broken" ? "working" : "broken";
          const payload = { channelid: account.channelid, tickets: does === "renames" };
          return [{ name: "channelUpdate", payload }];
        },
      };
    },
  },
  session: {
    proves: ["sessionEnded"],
    steps: ["ends"],
    start() {
      let status = "valid";
      return {
        answers: () => [[keys.session, { status }]],
        step() {
          status = "invalid";
          return [{ name: "sessionEnded", payload: {} }];
        },
      };
    },
  },
};

const failed = { status: "failed", status_reason: "Refused.", reason: null } as const;

function pinOf(about: Message, pinned_on: string): Pin {
  const { ticketid, messageid, clientid, created_on, seq, type, content, isagent } = about;
  const said = { ticketid, messageid, clientid, created_on, seq, type, content, isagent };
  return { ...said, agentid: mira.id, username: "Mira", fileName: null, created_by_name: null, pinned_on };
}

const lineOf = (number: number): Notification => ({
  id: id("9", number),
  type: "rating",
  name: "Dimitar",
  created_on: at(number),
  ticketid: id("7", number),
  ticket_created_on: at(0),
  ticket_platform: "telegram",
  senderid: null,
  seen: false,
});

const colleagueFields = ({ userid, first_name, last_name, email, ...row }: ReturnType<typeof agentRow>) => ({
  ...{ userid, id: userid, first_name, last_name, email, profile_pic: row.profile_pic },
  ...{ department: row.department_name, departmentid: row.departmentid },
});
/** A name has no space at its ends, and by spaces and signs alone two names have no order. */
const lettersOf = (text: string) => text.replaceAll(/\P{L}/gu, "");
const byName = (a: Colleague, b: Colleague) =>
  `${a.first_name} ${a.last_name}`.localeCompare(`${b.first_name} ${b.last_name}`);

/** Steps of a world, heard by the console; `silent` is an event that its handler forgets. */
function property({ start, steps, viewer = mira }: World, silent?: ServerEventName) {
  const emoji = fc
    .string({ unit: fc.constantFrom("a", "🎉", "é"), maxLength: 3 })
    .map((text) => text.repeat(90));
  const does = fc.tuple(fc.constantFrom(...steps), fc.nat({ max: 5 }), fc.oneof(fc.string(), emoji));
  return fc.property(fc.array(does, { minLength: 1, maxLength: 25 }), fc.boolean(), (history, twice) => {
    const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    try {
      const server = start();
      for (const [key, answer] of server.answers()) cache.setQueryData(key, structuredClone(answer));
      const handlers: EventHandlers = eventHandlers(cache, viewer);
      for (const step of history) {
        const heard = structuredClone(server.step(...step)).filter(({ name }) => name !== silent);
        for (const { name, payload } of twice ? [...heard, ...heard] : heard) {
          (handlers[name] as (payload: unknown) => void)(payload);
        }
        for (const [key, fresh] of server.answers()) {
          // What a handler can only mark as out of date the console fetches again.
          if (cache.getQueryState(key)?.isInvalidated) cache.setQueryData(key, structuredClone(fresh));
          expect(cache.getQueryData(key)).toEqual(fresh);
        }
      }
    } finally {
      cache.clear();
    }
  });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Of no fetch: typing ends within seconds, the steps of a test with its answer. */
const passing: ServerEventName[] = ["typing", "channelTestStep"];

test("every event of the contract has its world", () => {
  const proved = Object.values(worlds).flatMap(({ proves }) => proves);
  expect([...proved, ...passing].toSorted()).toEqual(Object.keys(serverEvents).toSorted());
});

test.each(Object.entries(worlds))(
  "%s: cached answers and the events since are a fresh answer",
  (_name, world) => {
    fc.assert(property(world));
  },
);

const proofs = Object.values(worlds).flatMap((world) => world.proves.map((name) => [name, world] as const));
test.each(proofs)("a console that forgets %s shows something else", (name, world) => {
  const { failed: noticed } = fc.check(property(world, name), { endOnFailure: true, numRuns: 2000 });
  expect(noticed).toBe(true);
});

test("typing is shown until it expires", () => {
  const handlers = eventHandlers(new QueryClient(), mira);
  const payload = { ticketid: id("7", 1), who: "client", name: "Dimitar" } as const;
  handlers.typing(payload);
  expect(typingIn(payload.ticketid)).toEqual(payload);
  vi.advanceTimersByTime(limits.typingExpires);
  expect(typingIn(payload.ticketid)).toBeUndefined();
});
