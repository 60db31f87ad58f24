import type { MessageUpdate } from "@parley/contract/events";
import type { Message } from "@parley/contract/messages";
import { array, assert, constant, constantFrom, nat, oneof, property, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { message } from "../../../sample/build.ts";
import { applyEarly, applyToChat, type ChatEvent } from "./chat-events.ts";
import { add, type ChatState, join, latest } from "./chat-state.ts";

const own = message({ seq: 1, isagent: true, status: "queued" });
const chat: ChatState = { messages: [own] };
const { messageid, ticketid, created_on } = own;

const update = (changed: Partial<MessageUpdate>): ChatEvent => ({
  name: "messageUpdate",
  payload: { messageid, ticketid, created_on, ...changed },
});
const after = (state: ChatState, ...events: ChatEvent[]) =>
  events.reduce((now, event) => applyToChat(now, event) ?? now, state).messages[0];

describe("events that change nothing", () => {
  test("no event changes a chat that is not open", () => {
    expect(applyToChat(undefined, { name: "newMessage", payload: own })).toBeUndefined();
  });

  test("a message that is known changes nothing, however late its event comes", () => {
    const sent = { messages: [{ ...own, status: "sent" as const }] };
    expect(applyToChat(sent, { name: "newMessage", payload: own })).toBe(sent);
  });

  test("a change of a message that is not loaded changes nothing", () => {
    const event = update({ messageid: crypto.randomUUID(), status: "read" });
    expect(applyToChat(chat, event)).toBe(chat);
  });

  test("a receipt that a later one has overtaken changes nothing", () => {
    expect(after(chat, update({ status: "read" }), update({ status: "delivered" }))?.status).toBe("read");
  });
});

test("ticks move forward, a refusal gives the reason, and sending again restarts", () => {
  const failed = after(chat, update({ status: "failed", status_reason: "Bot was blocked" }));
  expect(failed).toMatchObject({ status: "failed", status_reason: "Bot was blocked" });
  const again = after(chat, update({ status: "failed" }), update({ status: "queued", status_reason: null }));
  expect(again).toMatchObject({ status: "queued", status_reason: null });
  expect(after(chat, update({ status: "sent" }), update({ status: "delivered" }))?.status).toBe("delivered");
});

test("an edit, arrived media and a reaction change their message only", () => {
  const two = { messages: [own, message({ seq: 2, placeholder: true })] };
  const other = two.messages[1];
  const edited = applyToChat(two, update({ content: "corrected", edited_on: created_on }));
  expect(edited?.messages).toEqual([{ ...own, content: "corrected", edited_on: created_on }, other]);
  const reacted = applyToChat(two, {
    name: "newReaction",
    payload: {
      ticketid,
      messageid,
      created_on,
      reaction: "❤️",
      agent_reaction: "👍",
      agent_reaction_reason: null,
    },
  });
  expect(reacted?.messages).toEqual([{ ...own, reaction: "❤️", agent_reaction: "👍" }, other]);
});

test("the quote of a message that came after its answer is shown", () => {
  const quote = { originalMessage: "Order 7", originalMessageId: crypto.randomUUID(), originalMessageSeq: 2 };
  expect(after(chat, update(quote))).toEqual({ ...own, ...quote });
});

test("the end of the reply window, which comes with a client's message, is not stored in the chat", () => {
  const written = message({ seq: 2 });
  const payload = { ...written, reply_window_until: "2026-11-23T08:00:00.000Z" };
  expect(applyToChat(chat, { name: "newMessage", payload })?.messages).toEqual([own, written]);
});

test("a new message is inserted by its number", () => {
  const late = message({ seq: 2 });
  const events = [3, 2].map((seq): ChatEvent => ({ name: "newMessage", payload: message({ seq }) }));
  const state = events.reduce((now, event) => applyToChat(now, event) ?? now, chat);
  expect(state.messages.map(({ seq }) => seq)).toEqual([1, late.seq, 3]);
});

describe("a change that overtakes its message", () => {
  const late = message({ seq: 2, isagent: true, status: "queued", created_on: "2026-11-22T12:00:00.000Z" });
  const { messageid, ticketid, created_on } = late;
  const of = { messageid, ticketid, created_on };
  const sent: ChatEvent = { name: "messageUpdate", payload: { ...of, status: "sent" } };
  const reacted: ChatEvent = {
    name: "newReaction",
    payload: { ...of, reaction: "🙏", agent_reaction: null, agent_reaction_reason: null },
  };
  const early = [sent, reacted].reduce((now, event) => applyToChat(now, event) ?? now, chat);
  const shown = [own, { ...late, status: "sent", reaction: "🙏" }];

  test("a change that overtakes its message is applied once the message arrives, by its event or by the answer to a send", () => {
    expect(early.messages).toEqual([own]);
    expect(applyToChat(early, { name: "newMessage", payload: late })).toEqual({ messages: shown });
    expect(applyEarly(add(early, [late]))).toEqual({ messages: shown });
  });

  test("a change that overtakes its message waits while the reader jumps elsewhere", () => {
    const far = [message({ seq: 40 }), message({ seq: 41 })];
    const reading = join(early, far);
    const back = latest(
      applyToChat(reading, { name: "newReaction", payload: { ...reacted.payload, ...far[0] } }) ?? chat,
    );
    expect(applyToChat(back, { name: "newMessage", payload: late })).toEqual({ messages: shown });
  });

  test("the newest changes are kept of at most fifty messages that have not arrived", () => {
    const many = Array.from({ length: 60 }, (_, at) => ({
      ...late,
      seq: at + 2,
      messageid: crypto.randomUUID(),
    }));
    const changes = many.map(
      ({ messageid }): ChatEvent => ({
        name: "messageUpdate",
        payload: { ...of, messageid, status: "sent" },
      }),
    );
    const kept = changes.reduce((now, event) => applyToChat(now, event) ?? now, chat);
    const all = many.reduce((now, payload) => applyToChat(now, { name: "newMessage", payload }) ?? now, kept);
    expect(all.messages.filter(({ status }) => status === "sent")).toHaveLength(50);
  });
});

describe("while a passage is read", () => {
  const far = message({ seq: 5 });
  const reading = { messages: [message({ seq: 90 })], passage: [message({ seq: 4 }), far] };

  test("a new message joins the newest ones and leaves a passage that is being read alone", () => {
    const state = applyToChat(reading, { name: "newMessage", payload: message({ seq: 91 }) });
    expect(state?.messages.map(({ seq }) => seq)).toEqual([90, 91]);
    expect(state?.passage).toBe(reading.passage);
  });

  test("a changed message is changed in the passage as in the newest run", () => {
    const { messageid, ticketid, created_on } = far;
    const state = applyToChat(reading, {
      name: "messageUpdate",
      payload: { messageid, ticketid, created_on, content: "corrected" },
    });
    expect(state?.passage?.[1]).toEqual({ ...far, content: "corrected" });
    expect(state?.messages).toBe(reading.messages);
  });
});

test("an old state plus the events since equals a fresh fetch, with each event once or twice", () => {
  const texts = constantFrom<string[]>("Hello", "Hello!", "Здравей");
  const step = oneof(
    record({ name: constant("newMessage" as const), content: texts }),
    record({ name: constant("messageUpdate" as const), which: nat(9), content: texts }),
    record({ name: constant("newReaction" as const), which: nat(9), reaction: constantFrom("🙏", null) }),
  );
  assert(
    property(array(step, { maxLength: 15 }), array(step, { maxLength: 15 }), (before, since) => {
      const desk: Message[] = [];
      const take = (one: (typeof since)[number]): ChatEvent | null => {
        if (one.name === "newMessage") {
          const next = message({ seq: desk.length + 1, content: one.content });
          desk.push(next);
          return { name: one.name, payload: next };
        }
        const known = desk[one.which];
        if (!known) return null;
        const { messageid, ticketid, created_on } = known;
        const of = { messageid, ticketid, created_on };
        if (one.name === "newReaction") {
          desk[one.which] = { ...known, reaction: one.reaction };
          const payload = {
            ...of,
            reaction: one.reaction,
            agent_reaction: null,
            agent_reaction_reason: null,
          };
          return { name: one.name, payload };
        }
        const changed = { content: one.content, edited_on: created_on };
        desk[one.which] = { ...known, ...changed };
        return { name: one.name, payload: { ...of, ...changed } };
      };
      for (const one of before) take(one);
      let shown: ChatState | undefined = { messages: [...desk] };
      for (const one of since) {
        const event = take(one);
        if (event) shown = applyToChat(applyToChat(shown, event), event);
      }
      expect(shown?.messages).toEqual(desk);
    }),
  );
});
