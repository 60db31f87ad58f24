import {
  createPrivateMessage as createBody,
  privateChatAnswer,
  privateChatQuery,
  privateChatStanding,
  privateMessage,
  saveNotification as saveNotificationBody,
  sendPrivateFile as sendPrivateFileBody,
} from "@parley/contract/private-chat";
import { uuid } from "@parley/contract/values";
import { z } from "zod";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { readForm } from "../http/form.ts";
import { accessColleague } from "./access.ts";
import { openPrivateChat } from "./chat.ts";
import { sendPrivateMessage } from "./send.ts";
import { sendPrivateFile } from "./send-file.ts";
import { listStandings } from "./standings.ts";

const config = { access: "agent" } as const;

export function privateChatRoutes(app: App, context: Context): void {
  app.get(
    "/private-chats",
    { config, schema: { response: { 200: z.array(privateChatStanding) } } },
    (request) => request.work(listStandings),
  );

  app.get(
    "/:userid/private-chat",
    {
      // Opening it tells the colleague that it was read.
      config: { ...config, changesState: true },
      schema: {
        params: z.object({ userid: uuid }),
        querystring: privateChatQuery,
        response: { 200: privateChatAnswer },
      },
    },
    (request) => request.work((scope) => openPrivateChat(scope, request.params.userid, request.query)),
  );

  app.post(
    "/create-private-msg",
    { config, schema: { body: createBody, response: { 200: privateMessage } } },
    (request) => request.work((scope) => sendPrivateMessage(scope, request.body)),
  );

  app.post(
    "/send-private-file",
    { config, schema: { consumes: ["multipart/form-data"], response: { 201: privateMessage } } },
    async (request, reply) => {
      const { fields, file } = await readForm(request, reply, sendPrivateFileBody);
      return reply.status(201).send(await sendPrivateFile(context, request.caller, fields, file));
    },
  );

  // The server puts the line into the inbox by itself when a message stays unread; a second one would be one too many.
  app.post(
    "/:receiverid/save-notification",
    { config, schema: { params: z.object({ receiverid: uuid }), body: saveNotificationBody } },
    async (request) => {
      await request.work((scope) => accessColleague(scope, request.params.receiverid));
      return {};
    },
  );
}
