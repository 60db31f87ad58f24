import { calls } from "@parley/contract/calls/table";
import { texts } from "@parley/contract/texts";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { accessTicket } from "../ticket/access.ts";
import { acceptTicket } from "./accept.ts";
import { closeTicket } from "./close.ts";
import { listClosed } from "./closed.ts";
import { deleteTicket, listDeleted, restoreTicket } from "./delete.ts";
import { followTicket, unfollowTicket, withFollowing } from "./follow.ts";
import { mayBegin } from "./known-client.ts";
import { changeMany } from "./many.ts";
import { markSpam, unmarkSpam } from "./mark-spam.ts";
import { listMentioned } from "./mentioned.ts";
import { mergeTickets, unmergeTicket } from "./merge.ts";
import { listOpen, listOpenBehind } from "./open-list.ts";
import { setTicketPriority } from "./priority.ts";
import { searchTickets } from "./queries.ts";
import { changeDepartment, reassignUser } from "./reassign.ts";
import { setTicketField } from "./set-field.ts";
import { snoozeTicket, unsnoozeTicket } from "./snooze.ts";
import { splitTicket, unsplitTicket } from "./split.ts";
import { changeTicketTags } from "./tags.ts";
import { takeOverTicket, viewTakeOver } from "./take-over.ts";
import { shapeTickets, viewTicket, withSight } from "./view.ts";

export function ticketRoutes(app: App, context: Context): void {
  const { live } = context;
  route(app, calls.listOpenTickets, async (request) => {
    const { limit, after } = request.query;
    if (after) return request.work((scope) => listOpenBehind(scope, { limit, after }));
    const tickets = await request.share(`listOpenTickets ${limit ?? "all"}`, listOpen(limit));
    return tickets.length > 0 ? tickets : texts.noTickets;
  });

  route(app, calls.listMentionedTickets, (request) => request.batch(listMentioned));

  route(app, calls.getTicket, (request) =>
    request.batch(async (scope) => {
      const ticket = await accessTicket(scope, request.params.ticketid, "read");
      const view = await withFollowing(scope, withSight(scope, await viewTicket(scope, ticket.id)));
      return ticket.closed_on ? { ...view, begins: await mayBegin(scope, ticket) } : view;
    }),
  );

  route(app, calls.listClosedTickets, (request) => {
    const from = { ...request.params, ...request.query };
    return request.work(async (scope) => shapeTickets(scope, await listClosed(scope, from)));
  });

  route(app, calls.searchTickets, (request) => {
    const { keyword, state } = request.params;
    return request.work(async (scope) => {
      const found = shapeTickets(scope, await searchTickets(scope, keyword, state));
      return found.map((ticket) => withSight(scope, ticket));
    });
  });

  route(app, calls.getTicketHandler, async (request) => {
    const ticket = await request.batch((scope) => accessTicket(scope, request.params.ticketid, "read"));
    return ticket.handler_id;
  });

  route(app, calls.acceptTicket, (request) =>
    request.work((scope) => acceptTicket(scope, request.body.ticketid)),
  );

  route(app, calls.closeTicket, (request) => request.work((scope) => closeTicket(scope, request.body)));

  route(app, calls.snoozeTicket, (request) => request.work((scope) => snoozeTicket(scope, request.body)));

  route(app, calls.unsnoozeTicket, (request) =>
    request.work((scope) => unsnoozeTicket(scope, request.body.ticketid)),
  );

  route(app, calls.markSpam, (request) =>
    request.work((scope) => markSpam(scope, live.visitors, request.body)),
  );

  route(app, calls.unmarkSpam, (request) =>
    request.work((scope) => unmarkSpam(scope, live.visitors, request.body)),
  );

  route(app, calls.changeTicketTags, (request) =>
    request.work((scope) => changeTicketTags(scope, request.body)),
  );

  route(app, calls.setTicketField, (request) => request.work((scope) => setTicketField(scope, request.body)));

  route(app, calls.setTicketPriority, (request) =>
    request.work((scope) => setTicketPriority(scope, request.body)),
  );

  route(app, calls.changeTickets, (request) =>
    changeMany((run) => request.work(run), live.visitors, request.body),
  );

  route(app, calls.mergeTickets, (request) =>
    request.work((scope) => mergeTickets(scope, live.visitors, request.body)),
  );

  route(app, calls.unmergeTicket, (request) =>
    request.work((scope) => unmergeTicket(scope, live.visitors, request.body.ticketid)),
  );

  route(app, calls.splitTicket, (request) =>
    request.work((scope) => splitTicket(scope, context, request.body)),
  );

  route(app, calls.unsplitTicket, (request) =>
    request.work((scope) => unsplitTicket(scope, context, request.body.ticketid)),
  );

  route(app, calls.deleteTicket, (request) =>
    request.work((scope) => deleteTicket(scope, live.visitors, request.body.ticketid)),
  );

  route(app, calls.restoreTicket, (request) =>
    request.work((scope) => restoreTicket(scope, live.visitors, request.body)),
  );

  route(app, calls.listDeletedTickets, (request) =>
    request.work((scope) => listDeleted(scope, request.query)),
  );

  route(app, calls.getTakeOver, (request) =>
    request.batch(async (scope) =>
      viewTakeOver(scope, await accessTicket(scope, request.params.ticketid, "see")),
    ),
  );

  route(app, calls.takeOverTicket, (request) => request.work((scope) => takeOverTicket(scope, request.body)));

  route(app, calls.followTicket, (request) =>
    request.work((scope) => followTicket(scope, request.body.ticketid)),
  );

  route(app, calls.unfollowTicket, (request) =>
    request.work((scope) => unfollowTicket(scope, request.body.ticketid)),
  );

  route(app, calls.changeDepartment, (request) =>
    request.work((scope) => changeDepartment(scope, request.body)),
  );

  route(app, calls.reassignTicket, (request) => request.work((scope) => reassignUser(scope, request.body)));
}
