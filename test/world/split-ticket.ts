/** A ticket with messages of both sides, a file and a failed message, to be split. */
import type { Ticket } from "@parley/contract/tickets";
import type { TicketRow } from "../../server/src/support/ticket/access.ts";
import type { World } from "../world.ts";
import type { AgentName, DepartmentName } from "./people.ts";

export async function split(
  world: World,
  agent: AgentName,
  ticketid: string,
  messageids: string[],
  subject = "The invoice",
): Promise<Ticket> {
  const answer = await world.as(agent).post("/split-ticket", { ticketid, messageids, subject });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<Ticket>();
}

let last = 800_000_000;

/** A ticket of a client with a text each, and the ids of its messages. */
export async function plantTexts(
  world: World,
  messages: string[],
  { handler = "mira", department = "bookings" }: { handler?: AgentName; department?: DepartmentName } = {},
): Promise<{ ticket: TicketRow; ids: string[]; thread: string }> {
  const thread = String(++last);
  const ticket = await world.ticket({ externalId: thread, handler, department, messages });
  return { ticket, ids: await messageIds(world, ticket.id), thread };
}

export async function messageIds(world: World, ticketId: string): Promise<string[]> {
  const { rows } = await world.context.pool.query<{ id: string }>(
    "select id from message where ticket_id = $1 order by seq",
    [ticketId],
  );
  return rows.map(({ id }) => id);
}
