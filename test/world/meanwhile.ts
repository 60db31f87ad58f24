/** Tries what may happen to a ticket before a text in it leaves: the same becomes of texts, files and mails. */
import type { NotesAnswer } from "@parley/contract/notes";
import type { NotificationsAnswer } from "@parley/contract/notifications";
import type { TicketOutgoing } from "@parley/contract/outgoing";
import { describe, expect, test } from "vitest";
import { dueColumns } from "../../server/src/support/outgoing/rows.ts";
import { sweepOutgoing } from "../../server/src/support/outgoing/sweep.ts";
import type { TicketRow } from "../../server/src/support/ticket/access.ts";
import type { World } from "../world.ts";
import type { AgentName } from "./people.ts";

/** Its time comes without the clock, which would end the agents' sessions. */
export async function timeComes(world: World): Promise<void> {
  await world.desk("harbour", async ({ db, now }) => {
    for (const column of dueColumns)
      await db
        .updateTable("outgoing")
        .set({ [column]: now })
        .where(column, "is not", null)
        .execute();
  });
  await sweepOutgoing(world.context);
}

export const messagesOf = (world: World, ticketid: string) =>
  world.desk("harbour", ({ db }) =>
    db
      .selectFrom("message")
      .selectAll()
      .where("ticket_id", "=", ticketid)
      .where("is_agent", "=", true)
      // Lines such as a closing are not sent.
      .where("status", "is not", null)
      .orderBy("seq")
      .execute(),
  );

export async function inboxOf(world: World, agent: AgentName) {
  await world.drain();
  const { sections } = (await world.as(agent).get("/notifications")).json<NotificationsAnswer>();
  return Object.values(sections)
    .flat()
    .filter(({ type }) => type === "outgoing");
}

export const setWindow = (world: World, id: string, left: number) =>
  world.desk("harbour", ({ db, now }) =>
    db
      .updateTable("ticket")
      .set({ reply_window_until: new Date(now.getTime() + left) })
      .where("id", "=", id)
      .execute(),
  );

export const handTo = (world: World, ticket: Pick<TicketRow, "id">, agent: AgentName) =>
  world.as("ingrid").post("/ticket/reassign-user", {
    ticketid: ticket.id,
    newDepartment: world.departments[agent === "naledi" ? "refunds" : "bookings"].id,
    newUser: world.agents[agent].id,
  });

/** Without the verb, which ends the agent's sessions and releases their tickets. */
const disable = (world: World, agent: AgentName, disabled: boolean) =>
  world.desk("harbour", ({ db, now }) =>
    db
      .updateTable("agent")
      .set({ disabled_on: disabled ? now : null })
      .where("id", "=", world.agents[agent].id)
      .execute(),
  );

const release = (world: World, { id }: TicketRow) =>
  world.desk("harbour", ({ db }) =>
    db.updateTable("ticket").set({ handler_id: null, accepted_on: null }).where("id", "=", id).execute(),
  );

const channelRemoved = (world: World, { channel_id }: TicketRow, removed: boolean) =>
  world.desk("harbour", ({ db, now }) =>
    db
      .updateTable("channel")
      .set({ removed_on: removed ? now : null })
      .where("id", "=", channel_id)
      .execute(),
  );

async function mergeAway(world: World, { id, client_id }: TicketRow) {
  const target = await world.ticket({ handler: "mira" });
  await world.context.pool.query("update ticket set client_id = $2 where id = $1", [target.id, client_id]);
  return world.as("mira").post("/merge-tickets", { ticketid: id, into: target.id });
}

type Meanwhile = (world: World, ticket: TicketRow) => Promise<unknown>;
type Outcome = { sent: true } | { why: string; told: AgentName };

const nothing: Meanwhile = async () => undefined;
const rows: [string, Meanwhile, Outcome, Meanwhile?][] = [
  ["nothing happened", nothing, { sent: true }],
  [
    "the client wrote",
    (world, ticket) => world.message(ticket, { content: "Wait!" }),
    { why: "client_wrote", told: "mira" },
  ],
  [
    "a colleague's message came",
    (world, ticket) => world.message(ticket, { agent: world.agents.jonas, content: "I know" }),
    { sent: true },
  ],
  [
    "the reply window closed",
    (world, { id }) => setWindow(world, id, 0),
    { why: "reply_window_closed", told: "mira" },
  ],
  [
    "the account was disconnected",
    (world, ticket) => channelRemoved(world, ticket, true),
    { why: "channel_disconnected", told: "mira" },
    (world, ticket) => channelRemoved(world, ticket, false),
  ],
  [
    "the account does not work for now",
    (world) => world.context.pool.query("update channel set broken_on = now()"),
    { sent: true },
    (world) => world.context.pool.query("update channel set broken_on = null"),
  ],
  [
    "the ticket was closed",
    (world, { id }) => world.as("mira").post("/close-ticket", { ticketid: id }),
    { why: "ticket_closed", told: "mira" },
  ],
  [
    "the ticket was marked as spam",
    (world, { id }) => world.as("mira").post("/mark-spam", { ticketid: id }),
    { why: "ticket_closed", told: "mira" },
  ],
  [
    "a colleague of the department got the ticket",
    (world, ticket) => handTo(world, ticket, "jonas"),
    { why: "not_handler", told: "mira" },
  ],
  [
    "the ticket moved to a department that its writer does not see",
    (world, ticket) => handTo(world, ticket, "naledi"),
    { why: "not_handler", told: "naledi" },
  ],
  ["the ticket waits to be accepted", release, { why: "not_handler", told: "mira" }],
  ["the ticket was merged into another of its client", mergeAway, { sent: true }],
  [
    "its writer left, and nobody handles the ticket",
    async (world, ticket) => {
      await release(world, ticket);
      await disable(world, "mira", true);
    },
    { why: "outgoing_writer_left", told: "ingrid" },
    (world) => disable(world, "mira", false),
  ],
  [
    "its writer left, and a colleague handles the ticket",
    async (world, ticket) => {
      await handTo(world, ticket, "jonas");
      await disable(world, "mira", true);
    },
    { why: "outgoing_writer_left", told: "jonas" },
    (world) => disable(world, "mira", false),
  ],
];

/** `schedule` lets Mira schedule something in a ticket that she handles, and returns its id. */
export function tryMeanwhile(
  world: () => World,
  what: string,
  schedule: () => Promise<{ ticket: TicketRow; messageid: string }>,
): void {
  describe(`what happened meanwhile, and what becomes of ${what} at its time`, () => {
    test.each(rows)("%s", async (_name, meanwhile, outcome, undo = nothing) => {
      const { ticket, messageid } = await schedule();
      const answer = await meanwhile(world(), ticket);
      const { statusCode = 200 } = (answer ?? {}) as { statusCode?: number };
      expect(statusCode).toBe(200);
      try {
        await timeComes(world());
        await timeComes(world());
        const own = (await messagesOf(world(), ticket.id)).filter(({ id }) => id === messageid);
        expect(own).toHaveLength("sent" in outcome ? 1 : 0);
        const { outgoing } = (
          await world().as("ingrid").get(`/${ticket.id}/outgoing`)
        ).json<TicketOutgoing>();
        if ("sent" in outcome) return expect(outgoing).toEqual([]);
        expect(outgoing).toMatchObject([
          { messageid, content: "It leaves at nine.", due_on: null, reason: { code: outcome.why } },
        ]);
        const { lines } = (await world().as("ingrid").get(`/${ticket.id}/notes`)).json<NotesAnswer>();
        expect(lines.filter(({ kind }) => kind === "ticket_outgoing_stop")).toMatchObject([
          { reason: outcome.why, writer_name: "Mira Halvorsen", userid: null },
        ]);
      } finally {
        await undo(world(), ticket);
      }
      for (const agent of ["mira", "jonas", "naledi", "ingrid"] as const)
        expect([agent, await inboxOf(world(), agent)]).toMatchObject([
          agent,
          agent === outcome.told ? [{ ticketid: ticket.id, reason: { code: outcome.why } }] : [],
        ]);
    });
  });
}
