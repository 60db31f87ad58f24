/** The data that only one agent sees, or two. */
import type { Draft } from "@parley/contract/drafts";
import type { Notification } from "@parley/contract/notifications";
import type { Ticket } from "@parley/contract/tickets";
import { keys } from "../../../../api/queries.ts";
import { agents, at, ticketOf } from "../../../../sample/build.ts";
import { PrivateDesk } from "../../../../sample/private-desk.ts";
import { id, type World } from "./world.ts";

const { mira, jonas, naledi } = agents;

export const own: Record<string, World> = {
  "settings of notices": {
    proves: ["noticeSettingsChanged"],
    steps: ["changes"],
    start() {
      let set = "";
      return {
        answers: () => [[keys.noticeSettings, set]],
        step(_does, _which, text) {
          set = text;
          return [{ name: "noticeSettingsChanged", payload: {} }];
        },
      };
    },
  },
  "shared bubbles": {
    proves: ["sharedBubblesChanged"],
    steps: ["changes"],
    start() {
      let list = "";
      return {
        answers: () => [[keys.sharedBubbles, list]],
        step(_does, _which, text) {
          list = text;
          return [{ name: "sharedBubblesChanged", payload: {} }];
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
  "followed tickets": {
    proves: ["ticketFollowed"],
    steps: ["follows", "stops"],
    start() {
      let ticket: Ticket = ticketOf(mira);
      const { ticketid } = ticket;
      return {
        answers: () => [[keys.ticket(ticketid), ticket]],
        step(does) {
          const { following: _, ...rest } = ticket;
          const following = does === "follows";
          ticket = following ? { ...rest, following } : rest;
          return [{ name: "ticketFollowed", payload: { ticketid, following } }];
        },
      };
    },
  },
  drafts: draftWorld("updateDraft", keys.drafts),
  "unsent notes": draftWorld("updateNoteDraft", keys.noteDrafts),
};

const lineOf = (number: number): Notification => ({
  id: id("9", number),
  type: "rating",
  name: "Dimitar",
  created_on: at(number),
  ticketid: id("7", number),
  ticket_created_on: at(0),
  ticket_platform: "telegram",
  senderid: null,
  unread: 1,
  by_name: null,
  seen: false,
});

function draftWorld(name: "updateDraft" | "updateNoteDraft", key: readonly unknown[]): World {
  return {
    proves: [name],
    steps: ["saves", "removes"],
    start() {
      let drafts: Draft[] = [];
      let minute = 0;
      return {
        answers: () => [[key, drafts]],
        step(does, which, text) {
          const content = does === "saves" ? `Dear ${text}` : "";
          const change = { ticketid: id("7", which), content, updated_on: at(++minute) };
          const others = drafts.filter(({ ticketid }) => ticketid !== change.ticketid);
          drafts = content ? [change, ...others] : others;
          return [{ name, payload: change }];
        },
      };
    },
  };
}
