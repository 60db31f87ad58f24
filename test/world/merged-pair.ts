/** Two tickets of one client over two identities of theirs, to be merged. */
import type { TicketRow } from "../../server/src/support/ticket/access.ts";
import type { World } from "../world.ts";
import type { AgentName, DepartmentName } from "./people.ts";

let last = 700_000_000;

export type Pair = {
  target: string;
  merged: string;
  threads: { target: string; merged: string };
  client: string;
  rows: { target: TicketRow; merged: TicketRow };
};

export async function plantPair(
  world: World,
  {
    departments = ["bookings", "bookings"],
    handler = "mira",
    messages = ["The first", "The second"],
  }: {
    departments?: readonly [DepartmentName, DepartmentName];
    handler?: AgentName;
    messages?: readonly [string, string];
  } = {},
): Promise<Pair> {
  const threads = { target: String(++last), merged: String(++last) };
  const target = await world.ticket({
    ...{ externalId: threads.target, handler, department: departments[0], messages: [messages[0]] },
  });
  world.clock.advance(1_000);
  const merged = await world.ticket({
    ...{ externalId: threads.merged, handler, department: departments[1], messages: [messages[1]] },
  });
  await giveTo(world, merged, target.client_id);
  return {
    ...{ target: target.id, merged: merged.id, threads, client: target.client_id },
    rows: { target, merged: { ...merged, client_id: target.client_id } },
  };
}

/** Gives a ticket and its identity to another client. */
export async function giveTo(
  world: World,
  { id, client_external_id }: TicketRow,
  client_id: string,
): Promise<void> {
  await world.desk("harbour", async ({ db }) => {
    await db
      .updateTable("client_identity")
      .set({ client_id })
      .where("external_id", "=", client_external_id)
      .execute();
    await db.updateTable("ticket").set({ client_id }).where("id", "=", id).execute();
    await db.updateTable("message").set({ client_id }).where("ticket_id", "=", id).execute();
  });
}
