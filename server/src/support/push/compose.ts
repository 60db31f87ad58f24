/**
 * Composes a push when it is sent, so that a message read, a ticket accepted or a line cleared meanwhile is not shown.
 */
import { limits } from "@parley/contract/limits";
import type { PushMessage } from "@parley/contract/push";
import type { Language } from "@parley/contract/sessions";
import type { Ticket } from "@parley/contract/tickets";
import { isType } from "@parley/contract/timeline";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import { accessTicket } from "../ticket/access.ts";
import { viewTicket } from "../tickets/view.ts";

type About = Pick<Tasks["push"], "about" | "id">;
type Content = Omit<PushMessage, "lang">;

/** Null when there is nothing left to show. */
export async function composePush(
  scope: Scope<AgentActor>,
  { about, id }: About,
  lang: Language,
): Promise<PushMessage | null> {
  const said = about === "ticket" ? await ofWaitingTicket(scope, id) : await ofNotification(scope, id);
  return said && { ...said, lang };
}

async function ofWaitingTicket(scope: Scope<AgentActor>, id: string): Promise<Content | null> {
  const ticket = await findTicket(scope, id);
  if (!ticket?.can.accept) return null;
  return { ...ofTicket(ticket), about: "ticket" };
}

async function ofNotification(scope: Scope<AgentActor>, id: string): Promise<Content | null> {
  const line = await scope.db
    .selectFrom("notification")
    .select(["type", "name", "ticket_id", "sender_id", "followed"])
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .where("id", "=", id)
    .where("seen_on", "is", null)
    .executeTakeFirst();
  if (!line) return null;
  if (line.type === "rule" && !line.ticket_id) return { ...nothing, about: "channel", name: cut(line.name) };
  if (line.type === "webhook") return { ...nothing, about: "channel", name: cut(`Webhook ${line.name}`) };
  if (line.type === "channel") return { ...nothing, about: "channel", name: cut(line.name) };
  // A mail that was to begin a conversation has no ticket.
  if (line.type === "outgoing" && !line.ticket_id)
    return { ...nothing, about: "outgoing", name: cut(line.name) };
  // Private messages are not shown on a locked screen.
  if (!line.ticket_id)
    return { ...nothing, about: "private", name: cut(line.name), colleague: line.sender_id };
  const ticket = await findTicket(scope, line.ticket_id);
  if (!ticket) return null;
  // An agent who follows a ticket gets pushes of its messages, as its handler does; other pushes go to its handler
  // alone.
  if (line.followed && line.type !== "text")
    return { ...ofTicket(ticket), about: "followed", text: "", type: null };
  if (["text", "handover", "takeover", "rule", "goal"].includes(line.type))
    return { ...ofTicket(ticket), about: "message" };
  // Accepted, or offered to another meanwhile: there is nothing to accept.
  if (line.type === "offer") return ticket.can.accept ? { ...ofTicket(ticket), about: "offer" } : null;
  // A note is not shown on a locked screen either.
  if (line.type === "mention") return { ...ofTicket(ticket), about: "mention", text: "", type: null };
  if (line.type === "failed" || line.type === "outgoing")
    return { ...ofTicket(ticket), about: line.type, text: "", type: null };
  return { ...ofTicket(ticket), about: "rating", rating: ticket.rating, text: "", type: null };
}

async function findTicket(scope: Scope<AgentActor>, id: string): Promise<Ticket | null> {
  try {
    await accessTicket(scope, id, "read");
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
  return viewTicket(scope, id);
}

const nothing = { text: "", type: null, rating: null, ticketid: null, colleague: null };

function ofTicket({ ticketid, client_name, last_message: last }: Ticket): Omit<Content, "about"> {
  const words = last && !last.isagent && isType(last.type, "readable") ? last.content : "";
  const type = last && !last.isagent ? last.type : null;
  return { ...nothing, name: cut(client_name), ticketid, type, text: cut(words) };
}

/** Cuts by visible characters (graphemes), so that none is halved. */
function cut(text: string): string {
  const line = text
    .slice(0, limits.pushText * 8)
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment);
  if (characters.length <= limits.pushText) return line;
  return `${characters.slice(0, limits.pushText).join("").trimEnd()}…`;
}
