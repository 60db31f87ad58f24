/** P4 for the inbox: an old state plus the events since equals a fresh fetch. */
import type { Notification } from "@parley/contract/notifications";
import fc from "fast-check";
import { expect, test } from "vitest";
import { at } from "../../../sample/build.ts";
import { applyToInbox, fromAnswer, type InboxEvent, type InboxState, withOlder } from "./inbox-state.ts";

/** The server, reduced: one line of unread messages for each ticket. */
class Server {
  lines: Notification[] = [];
  readonly events: InboxEvent[] = [];
  private minute = 0;

  fresh(): InboxState {
    const lines = [...this.lines].sort((a, b) => (a.created_on < b.created_on ? 1 : -1));
    return { lines: structuredClone(lines), count: this.count(), more: false };
  }

  notes(ticketid: string, type: Notification["type"]): void {
    const created_on = at(++this.minute);
    const known = this.lines.find(
      (line) => type === "text" && line.type === type && line.ticketid === ticketid,
    );
    const line = known ?? lineOf(ticketid, type, this.lines.length);
    if (!known) this.lines.push(line);
    line.created_on = created_on;
    line.seen = false;
    this.publish({ name: "newNotification", payload: { notification: { ...line }, count: this.count() } });
  }

  opened(): void {
    for (const line of this.lines) line.seen = true;
    this.publish({ name: "notificationsSeen", payload: { ids: null, count: 0 } });
  }

  read(ticketid: string): void {
    const settled = this.lines.filter((line) => line.type === "text" && line.ticketid === ticketid);
    for (const line of settled) line.seen = true;
    const ids = settled.map(({ id }) => id);
    this.publish({ name: "notificationsSeen", payload: { ids, count: this.count() } });
  }

  cleared(): void {
    this.lines = [];
    this.publish({ name: "notificationsCleared", payload: {} });
  }

  private count = () => this.lines.filter(({ seen }) => !seen).length;
  private publish = (event: InboxEvent) => this.events.push(structuredClone(event));
}

const lineOf = (ticketid: string, type: Notification["type"], number: number): Notification => ({
  id: `${number}-${crypto.randomUUID()}`,
  type,
  name: "Olena Koval",
  created_on: at(0),
  ticketid,
  ticket_created_on: at(0),
  ticket_platform: "telegram",
  senderid: null,
  unread: 1,
  by_name: null,
  seen: false,
});

const step = fc.record({
  does: fc.constantFrom("text", "text", "rating", "open", "read", "clear"),
  ticketid: fc.constantFrom("one", "two", "three"),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

function act(server: Server, { does, ticketid }: Step): void {
  if (does === "text" || does === "rating") server.notes(ticketid, does);
  if (does === "open") server.opened();
  if (does === "read") server.read(ticketid);
  if (does === "clear") server.cleared();
}

test("an old state plus the events since equals the fresh state, also when a fetch in between had them", () => {
  fc.assert(
    fc.property(fc.array(step), fc.array(step), fc.boolean(), (before, since, again) => {
      const server = new Server();
      for (const one of before) act(server, one);
      const from = server.events.length;
      let inbox: InboxState | undefined = server.fresh();
      for (const one of since) act(server, one);
      const news = server.events.slice(from);
      for (const event of news) inbox = applyToInbox(inbox, event);
      expect(inbox).toEqual(server.fresh());
      const last = news.at(-1);
      if (again && last) expect(applyToInbox(inbox, last)).toEqual(server.fresh());
    }),
  );
});

test("an inbox that was not fetched stays so", () => {
  expect(applyToInbox(undefined, { name: "notificationsCleared", payload: {} })).toBeUndefined();
});

test("days become one list, and an older page adds the missing lines", () => {
  const [one, two, three] = [1, 2, 3].map((minute) => ({
    ...lineOf("one", "rating", minute),
    created_on: at(minute),
  }));
  if (!one || !two || !three) throw new Error("Three lines are needed");
  const first = fromAnswer({ sections: { "2026-11-21": [two, three] }, count: 2, more: true });
  expect(first.lines).toEqual([three, two]);
  const page = fromAnswer({ sections: { "2026-11-21": [two, one] }, count: 2, more: false });
  expect(withOlder(first, page, two.id)).toEqual({ lines: [three, two, one], count: 2, more: false });
  const cleared = applyToInbox(first, { name: "notificationsCleared", payload: {} });
  expect(cleared && withOlder(cleared, page, two.id)).toEqual(cleared);
});
