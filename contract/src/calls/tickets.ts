import { z } from "zod";
import { colleague } from "../agents.ts";
import { following, followTicket } from "../following.ts";
import { limits } from "../limits.ts";
import { changedTickets, changeTickets } from "../many-tickets.ts";
import {
  acceptTicket,
  changeDepartment,
  closeTicket,
  deletedTicket,
  deletedTickets,
  deleteTicket,
  markSpam,
  mergeTickets,
  openTickets,
  reassignUser,
  restoreTicket,
  setTicketPriority,
  snoozeTicket,
  splitTicket,
  takeOver,
  takeOverTicket,
  ticket,
  ticketSearchState,
  unmarkSpam,
  unmerged,
  unmergeTicket,
  unsnoozeTicket,
  unsplit,
  unsplitTicket,
} from "../tickets.ts";
import { createdOnHint, uuid } from "../values.ts";
import type { Declarations } from "./call.ts";
import { byOffset, byTicket, keyword } from "./params.ts";

export const ticketCalls = {
  listOpenTickets: {
    summary:
      "Open tickets the caller sees, newest activity first: all, or at most `limit` behind the ticket `after`; the text 'no tickets' when there are none",
    ability: "readTickets",
    query: z.object({
      limit: z.coerce.number().int().min(1).max(limits.openTicketsPage).optional(),
      after: uuid.optional(),
    }),
    answer: openTickets,
  },
  listMentionedTickets: {
    summary:
      "Open tickets that the caller sees by a mention alone, newest activity first, at most a hundred: they are in no other list",
    ability: "readTickets",
    answer: z.array(ticket),
  },
  getTicket: { summary: "One ticket", ability: "readTickets", params: byTicket, answer: ticket },
  listClosedTickets: {
    summary: "Closed tickets, the last closed first, ten at a time",
    ability: "readTickets",
    params: byOffset,
    query: z.object({ before: uuid.optional() }),
    answer: z.array(ticket),
  },
  searchTickets: {
    summary: "Search tickets by client, number, id or message text",
    ability: "readTickets",
    weight: "search",
    params: z.object({ keyword, state: ticketSearchState }),
    answer: z.array(ticket),
  },
  getTicketHandler: {
    summary: "The id of the agent who handles the ticket, or null",
    ability: "readTickets",
    params: byTicket.extend({ created_on: createdOnHint }),
    answer: uuid.nullable(),
  },
  acceptTicket: {
    summary: "Accept a ticket; of several agents at once exactly one does",
    ability: "answerTickets",
    body: acceptTicket,
    answer: ticket,
  },
  closeTicket: {
    summary:
      "Close a ticket: with a last message, which goes out first, or silently, without asking for a rating",
    ability: "answerTickets",
    body: closeTicket,
    answer: ticket,
  },
  snoozeTicket: {
    summary:
      "Snooze a ticket until later today (in three hours), tomorrow or Monday at opening (9:00 without hours), a time on its department's wall clock, or until the client writes",
    ability: "answerTickets",
    body: snoozeTicket,
    answer: ticket,
  },
  unsnoozeTicket: { summary: "End a snooze", ability: "answerTickets", body: unsnoozeTicket, answer: ticket },
  setTicketPriority: {
    summary: "Set a ticket's priority; the same one again changes nothing",
    ability: "answerTickets",
    body: setTicketPriority,
    answer: ticket,
  },
  markSpam: {
    summary:
      "Mark a ticket as spam, and block its client with `block`, which only who may block clients may ask for. An open ticket is closed silently; what the client writes in it later stays in it unannounced, and no figure counts it",
    ability: "answerTickets",
    body: markSpam,
    answer: ticket,
  },
  unmarkSpam: {
    summary: "Remove the mark of spam from a ticket: it stays closed unless it is reopened with `reopen`",
    ability: "answerTickets",
    body: unmarkSpam,
    answer: ticket,
  },
  changeTickets: {
    summary:
      "Accept, move, snooze, wake, tag, prioritise, close or mark as spam many tickets, or remove that mark: each on its own, by the same rules as alone. Answers which were changed, and why the others were not; a repeat changes nothing twice",
    ability: "answerTickets",
    weight: "export",
    body: changeTickets,
    answer: changedTickets,
  },
  mergeTickets: {
    summary:
      "Merge an open ticket into another one of the same client: it leaves all lists, and that one shows the messages of both. Who may close both may do so; both are no longer snoozed. A repeat changes nothing",
    ability: "answerTickets",
    body: mergeTickets,
    answer: ticket,
  },
  unmergeTicket: {
    summary:
      "Undo a merging: the ticket stands for itself again, with the messages of its own thread. A repeat changes nothing",
    ability: "answerTickets",
    body: unmergeTicket,
    answer: unmerged,
  },
  splitTicket: {
    summary:
      "Split a ticket: its chosen messages, which the client has, are copied into a new ticket of the client with a subject; the originals stay. Who may close the ticket may do so. A repeat by the same agent changes nothing",
    ability: "answerTickets",
    body: splitTicket,
    answer: ticket,
  },
  unsplitTicket: {
    summary:
      "Undo a splitting, while nothing has changed the new ticket: it goes with its copies. Answers the ticket that was split",
    ability: "answerTickets",
    body: unsplitTicket,
    answer: unsplit,
  },
  deleteTicket: {
    summary:
      "Delete a ticket: it is closed silently, and hidden at once from every read, from its client too. It can be restored for 30 days; then its rows and files go. A repeat changes nothing",
    ability: "deleteTickets",
    body: deleteTicket,
    answer: deletedTicket,
  },
  restoreTicket: {
    summary:
      "Restore a deleted ticket within 30 days, closed as it is, or reopened with `reopen` unless another one of its conversation is open",
    ability: "deleteTickets",
    body: restoreTicket,
    answer: ticket,
  },
  listDeletedTickets: {
    summary: "Deleted tickets that can be restored, the last deleted first",
    ability: "deleteTickets",
    query: z.object({ before: uuid.optional() }),
    answer: deletedTickets,
  },
  getTakeOver: {
    summary: "When a colleague may take a ticket over from its handler",
    ability: "answerTickets",
    params: byTicket,
    answer: takeOver,
  },
  takeOverTicket: {
    summary: "Take a ticket over from a handler who has been offline for the company's minutes",
    ability: "answerTickets",
    body: takeOverTicket,
    answer: ticket,
  },
  followTicket: {
    summary: "Follow a ticket: to be told what its handler is told, while one may read it",
    ability: "answerTickets",
    body: followTicket,
    answer: following,
  },
  unfollowTicket: {
    summary: "Follow a ticket no longer",
    ability: "answerTickets",
    body: followTicket,
    answer: following,
  },
  changeDepartment: {
    summary: "Move a ticket to a department; it has no handler then",
    ability: "answerTickets",
    body: changeDepartment,
    answer: ticket,
  },
  reassignTicket: {
    summary: "Give a ticket to an agent",
    ability: "answerTickets",
    body: reassignUser,
    answer: ticket,
  },
  listTicketAgents: {
    summary: "Agents the ticket can be given to, by department",
    ability: "readTickets",
    params: byTicket,
    answer: z.array(colleague),
  },
} satisfies Declarations;
