import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { readForm } from "../../http/form.ts";
import { accessTicket } from "../ticket/access.ts";
import { changeOutgoing, dropOutgoing, sendOutgoing } from "./change.ts";
import { listLeavingTimes, listOutgoing, listTicketOutgoing } from "./list.ts";
import { scheduleMessage } from "./schedule.ts";
import { scheduleFile } from "./schedule-file.ts";
import { takeOutgoing } from "./take.ts";

export function outgoingRoutes(app: App, context: Context): void {
  route(app, calls.listOutgoing, (request) => request.work(listOutgoing));

  route(app, calls.listTicketOutgoing, (request) =>
    request.batch(async (scope) =>
      listTicketOutgoing(scope, await accessTicket(scope, request.params.ticketid, "read")),
    ),
  );

  route(app, calls.scheduleMessage, (request) =>
    request.work((scope) => scheduleMessage(scope, request.body)),
  );

  route(app, calls.scheduleFile, async (request, reply) => {
    const { fields, file } = await readForm(request, reply, calls.scheduleFile.form);
    return scheduleFile(context, request.caller, fields, file);
  });

  route(app, calls.changeOutgoing, (request) =>
    request.work((scope) => changeOutgoing(context, scope, request.body)),
  );

  route(app, calls.listLeavingTimes, (request) =>
    request.work(async (scope) =>
      listLeavingTimes(scope, await context.departmentOfBegun(scope, request.params.channelid)),
    ),
  );

  route(app, calls.sendOutgoing, (request) =>
    request.work((scope) => sendOutgoing(context, scope, request.body)),
  );

  route(app, calls.dropOutgoing, (request) =>
    request.work((scope) => dropOutgoing(context, scope, request.body)),
  );

  route(app, calls.takeOutgoing, (request) => takeOutgoing(context, request.caller, request.body));
}
