/** Replies of mira's to clients with a phone, delivered at once. */
import { deliver } from "../../server/src/channels/outbound/deliver.ts";
import { queuedColumns } from "../../server/src/support/messages/send.ts";
import type { Phone } from "../../simulator/src/telegram/phone.ts";
import type { World } from "../world.ts";

export type Queued = { id: string; company_id: string };

export function openDeliveries(world: World) {
  const messagesOf = (ticket: Queued) =>
    world.desk("harbour", ({ db }) =>
      db
        .selectFrom("message")
        .selectAll()
        .where("ticket_id", "=", ticket.id)
        .where("is_agent", "=", true)
        .orderBy("seq")
        .execute(),
    );
  return {
    messagesOf,
    statuses: async (ticket: Queued) => (await messagesOf(ticket)).map(({ status }) => status),

    /** An accepted ticket of a client with a phone. */
    async newChat(): Promise<{ ticket: Queued; phone: Phone; person: number }> {
      const { control } = world.telegram;
      const { id: person } = await control.createPerson({ firstName: "Dimitar" });
      const phone = control.phone({ bot: Number(world.channels.harbour.externalId), person });
      await phone.start();
      const ticket = await world.ticket({ handler: "mira", externalId: String(person) });
      return { ticket, phone, person };
    },

    write: (ticket: Queued, content: string, facts: object = {}) =>
      world.message(ticket, {
        agent: world.agents.mira,
        content,
        ...queuedColumns({ now: world.clock.now() }),
        ...facts,
      }),

    send: ({ company_id: companyId, id: ticketId }: Queued, options?: { timeout?: number; most?: number }) =>
      deliver(world.context, { companyId, ticketId }, new AbortController().signal, options),
  };
}

/** The messages sent to the phone. */
export const fromBot = (phone: Phone) =>
  phone
    .messages()
    .filter(({ side }) => side === "bot")
    .map(({ text }) => text);
