import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { readForm } from "../../http/form.ts";
import { accessColleague } from "./access.ts";
import { openPrivateChat } from "./chat.ts";
import { listPrivateChatCounts } from "./counts.ts";
import { sendPrivateMessage } from "./send.ts";
import { sendPrivateFile } from "./send-file.ts";

export function privateChatRoutes(app: App, context: Context): void {
  route(app, calls.listPrivateChats, (request) => request.batch(listPrivateChatCounts));

  route(app, calls.openPrivateChat, (request) =>
    request.work((scope) => openPrivateChat(scope, request.params.userid, request.query)),
  );

  route(app, calls.sendPrivateMessage, (request) =>
    request.work((scope) => sendPrivateMessage(scope, request.body)),
  );

  route(app, calls.sendPrivateFile, async (request, reply) => {
    const { fields, file } = await readForm(request, reply, calls.sendPrivateFile.form);
    return sendPrivateFile(context, request.caller, fields, file);
  });

  // The server adds the inbox line when a message stays unread; the console's would be a duplicate.
  route(app, calls.saveNotification, async (request) => {
    await request.work((scope) => accessColleague(scope, request.params.receiverid));
    return {};
  });
}
