/** People beyond the named ones, and each side's rows: tickets, a file, a bubble, and ids of every kind. */
import { randomUUID } from "node:crypto";
import type { Context } from "../../server/src/floor/context.ts";
import { type AgentActor, inCompanyAs } from "../../server/src/floor/database/scope.ts";
import { startSession } from "../../server/src/sign-in/session/session.ts";
import { cookieName } from "../../server/src/sign-in/session/session-cookie.ts";
import type { House, Person } from "../outside/house.ts";
import type { AgentName } from "../world/people.ts";
import { plantTicket, type TicketFacts } from "../world/tickets.ts";

/** The ids a call may contain. */
export type Ids = {
  ticket: string;
  client: string;
  message: string;
  note: string;
  file: string;
  agent: string;
  department: string;
  bubble: string;
  channel: string;
  company: string;
  /** The digits by which the provider knows clients. */
  shortClient: string;
};

export type Side = {
  ids: Ids /** The attacks' words are found in all that is written there. */;
  mark: string;
};

export type Victim = Person & { email: string };

export type Crowd = {
  /** The attacker's own ids, which every call may name. */
  own: Side;
  /** Another company's ids. */
  neighbours: Side;
  /** Ids of a department of the attacker's company that agents of Bookings do not see. */
  refunds: Side;
  /** Agents of the neighbour whose work is measured, each with a ticket. */
  workers: { cookie: string; email: string; ticketid: string }[];
  /** An account of the attacker's company, made for one attack. */
  victim(role: "admin" | "moderator" | null): Promise<Victim>;
  /** An agent of the attacker's company with a ticket of their own. */
  attacker(): Promise<{ cookie: string; ticketid: string }>;
  ticket(facts: TicketFacts): Promise<{ id: string; client_id: string }>;
  /** Restores the attacker's own ticket: accepted by its handler, open, with its one note. */
  restore(): Promise<void>;
};

/** Together they make a hundred calls a second beside a flood. */
const workers = 20;

export async function plantCrowd(inside: Context, house: House, canary: string): Promise<Crowd> {
  const { people, harbour, northwind, planted } = house;
  let made = 0;
  const sign = async (actor: AgentActor) => {
    const from = { userAgent: "attack test", address: "127.0.0.1" };
    const token = await inCompanyAs(inside, actor, (scope) => startSession(scope, from));
    return `${cookieName(inside.config)}=${token}`;
  };
  /** A colleague like this one, with the same password. */
  const join = async ({ actor }: Person, role: AgentActor["role"]): Promise<Victim> => {
    made += 1;
    const id = randomUUID();
    const email = `person${made}@${canary}.example`;
    const name = { username: `person${made}`, first_name: "Person", last_name: String(made) };
    await inside.pool.query(
      "insert into agent select (jsonb_populate_record(agent, $2)).* from agent where id = $1",
      [actor.id, { id, email, role, ...name }],
    );
    const joined: AgentActor = { ...actor, id, role, name: `Person ${made}` };
    return { actor: joined, email, cookie: await sign(joined) };
  };
  const ticket = (facts: TicketFacts) => plantTicket(inside, planted, facts);

  const handOver = (ticketid: string, agentid: string) =>
    inside.pool.query(
      "update ticket set handler_id = $2, accepted_by = $2, accepted_on = now() where id = $1",
      [ticketid, agentid],
    );

  const idsOf = async (
    owner: AgentName,
    department: "bookings" | "refunds" | "general",
    channel: string,
  ): Promise<Side> => {
    const mark = `${department}${canary}`;
    const { actor } = people[owner];
    const first = await ticket({
      department,
      client: `Client ${mark}`,
      messages: [`${mark} one`, `${mark} two`],
    });
    const ids = await inCompanyAs(inside, actor, async ({ db, companyId, now }): Promise<Ids> => {
      const message = await db
        .selectFrom("message")
        .select("id")
        .where("ticket_id", "=", first.id)
        .executeTakeFirstOrThrow();
      const file = await db
        .insertInto("file")
        .values({ company_id: companyId, ticket_id: first.id, name: `${mark}.pdf`, state: "ready" })
        .returning("id")
        .executeTakeFirstOrThrow();
      const note = await db
        .insertInto("note")
        .values({
          company_id: companyId,
          ticket_id: first.id,
          agent_id: actor.id,
          content: mark,
          created_on: now,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const bubble = await db
        .insertInto("bubble")
        .values({
          company_id: companyId,
          agent_id: actor.id,
          name: mark,
          content: mark,
          created_on: now,
          updated_on: now,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return {
        ticket: first.id,
        client: first.client_id,
        message: message.id,
        note: note.id,
        file: file.id,
        agent: actor.id,
        department: first.department_id,
        bubble: bubble.id,
        channel,
        company: companyId,
        shortClient: first.client_id.slice(0, 8),
      };
    });
    return { ids, mark };
  };

  const crowd: Crowd = {
    own: await idsOf("jonas", "bookings", harbour.id),
    neighbours: await idsOf("omar", "general", northwind.id),
    refunds: await idsOf("naledi", "refunds", harbour.id),
    workers: [],
    victim: (role) => join(people.mira, role),
    async attacker() {
      const { actor, cookie } = await join(people.mira, null);
      const { id } = await ticket({ department: "bookings" });
      await handOver(id, actor.id);
      return { cookie, ticketid: id };
    },
    ticket,
    async restore() {
      await inside.pool.query(
        `update ticket set handler_id = $2, accepted_by = $2, accepted_on = now(), department_id = $3,
           closed_on = null, closed_by = null, closed_by_name = null where id = $1`,
        [crowd.own.ids.ticket, people.jonas.actor.id, people.jonas.actor.departmentid],
      );
      await inside.pool.query("delete from note where ticket_id = $1 and id <> $2", [
        crowd.own.ids.ticket,
        crowd.own.ids.note,
      ]);
    },
  };
  for (let at = 0; at < workers; at += 1) {
    const { cookie, email, actor } = await join(people.omar, null);
    const { id } = await ticket({ department: "general", messages: ["Where is my parcel?"] });
    await handOver(id, actor.id);
    crowd.workers.push({ cookie, email, ticketid: id });
  }
  return crowd;
}

/** An unknown id of every kind. */
export const noIds = (): Ids => ({
  ticket: randomUUID(),
  client: randomUUID(),
  message: randomUUID(),
  note: randomUUID(),
  file: randomUUID(),
  agent: randomUUID(),
  department: randomUUID(),
  bubble: randomUUID(),
  channel: randomUUID(),
  company: randomUUID(),
  shortClient: randomUUID().slice(0, 8),
});
