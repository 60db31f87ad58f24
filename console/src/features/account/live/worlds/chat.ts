import { fileFields, type Message } from "@parley/contract/messages";
import type { Outgoing } from "@parley/contract/outgoing";
import type { Pin } from "@parley/contract/pins";
import { keys } from "../../../../api/queries.ts";
import { agents, at, message, ticketOf } from "../../../../sample/build.ts";
import { cut, id, type World } from "./world.ts";

const { mira, jonas } = agents;

export const chat: Record<string, World> = {
  chat: {
    proves: ["newMessage", "messageUpdate", "newReaction", "newPinnedMessage", "unpinMessage"],
    steps: ["writes", "edits", "reacts", "fails", "pins", "unpins"],
    start() {
      const messages: Message[] = [message()];
      const pins: Pin[] = [];
      let minute = 100;
      let failed = false;
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
        const [, first] = messages;
        const waits = first && { waits_since: first.created_on };
        return ticketOf(mira, { ...facts, last_message, ...waits, ...(failed && { failed }) }, last.seq);
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
            const facts = does === "edits" ? { content: `?${text}`, edited_on: at(++minute) } : failure;
            failed ||= does === "fails";
            const { messageid, created_on, content } = change(which, facts);
            for (const pin of pins) if (pin.messageid === messageid) pin.content = content;
            return [
              {
                name: "messageUpdate",
                payload: {
                  ticketid,
                  messageid,
                  created_on,
                  ...facts,
                  ...(does === "fails" && { ticket_failed: true }),
                },
              },
            ];
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
  "texts that have not left yet": {
    proves: ["updateOutgoing", "removeOutgoing"],
    steps: ["schedules", "stops", "leaves"],
    start() {
      const waiting = new Map<number, Outgoing>();
      const { ticketid } = message();
      const place = ({ due_on, created_on }: Outgoing) => `${due_on ?? "~"} ${created_on}`;
      const listed = () => [...waiting.values()].sort((a, b) => (place(a) < place(b) ? -1 : 1));
      return {
        answers: () => [
          [keys.outgoing(ticketid), { outgoing: listed(), opening: null, time_zone: "UTC" }],
          [keys.ownOutgoing, listed().filter(({ userid }) => userid === mira.id)],
        ],
        step(does, which, text) {
          const known = waiting.get(which);
          if (does === "leaves") {
            if (!known) return [];
            waiting.delete(which);
            return [{ name: "removeOutgoing", payload: { ticketid, messageid: known.messageid } }];
          }
          const scheduled = outgoingOf(which, text);
          const next = does === "stops" ? { ...scheduled, due_on: null, stopped_on: at(90) } : scheduled;
          waiting.set(which, next);
          return [{ name: "updateOutgoing", payload: next }];
        },
      };
    },
  },
};

/** Every other one is a colleague's. The times at which they leave have another order than they. */
function outgoingOf(which: number, content: string): Outgoing {
  const { ticketid } = message();
  const writer =
    which % 2 ? { userid: jonas.id, user_name: "Jonas" } : { userid: mira.id, user_name: "Mira" };
  return {
    ...{
      messageid: id("b", which),
      ticketid,
      client_name: "Olena",
      channelid: null,
      platform: "telegram",
      ...writer,
      writer_left: false,
    },
    ...{ created_on: at(which), type: "text", content, caption: null, originalMessageId: null, mail: null },
    ...{ macro: null, held: false, due_on: at(60 + ((which * 5) % 7)), stopped_on: null, reason: null },
    ...fileFields.parse(message()),
  };
}

const failure = { status: "failed", status_reason: "Refused.", reason: null } as const;

function pinOf(about: Message, pinned_on: string): Pin {
  const { ticketid, messageid, clientid, created_on, seq, type, content, isagent } = about;
  const said = { ticketid, messageid, clientid, created_on, seq, type, content, isagent };
  return { ...said, agentid: mira.id, username: "Mira", fileName: null, created_by_name: null, pinned_on };
}
