import {
  acceptInvitation as acceptBody,
  invitation,
  invitationChoice,
  invite,
  invited,
  openInvitation as openBody,
  openedInvitation,
} from "@parley/contract/invitations";
import { limits } from "@parley/contract/limits";
import { loginAnswer } from "@parley/contract/sessions";
import { z } from "zod";
import { answerOf } from "../auth/routes.ts";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { browserOf, setSignedIn } from "../http/browser.ts";
import { limitCalls, limitCompany } from "../http/call-limit.ts";
import { browserLanguage } from "../http/language.ts";
import { acceptInvitation, openInvitation } from "./accept.ts";
import { checkInvite, inviteAgain, inviteAgent, withdrawInvitation } from "./invite.ts";
import { listInvitations } from "./list.ts";

const day = 24 * 3_600_000;
const perDay = { what: "invitations", most: limits.invitationsPerDay, perMilliseconds: day };
const tries = { what: "open an invitation", most: 60, perMilliseconds: 600_000 };

export function invitationRoutes(app: App, context: Context): void {
  const admin = { access: "admin" } as const;
  const visitor = { access: "public" } as const;

  app.get(
    "/admin/invitations",
    { config: admin, schema: { response: { 200: z.array(invitation) } } },
    (request) => request.work(listInvitations),
  );

  app.post(
    "/auth/invite",
    { config: admin, schema: { body: invite, response: { 200: invited } } },
    async (request, reply) => {
      checkInvite(request.body);
      await limitCompany(context, request, reply, perDay);
      return request.work((scope) => inviteAgent(context, scope, request.body));
    },
  );

  app.post(
    "/auth/invite-again",
    { config: admin, schema: { body: invitationChoice, response: { 200: invited } } },
    async (request, reply) => {
      await limitCompany(context, request, reply, perDay);
      return request.work((scope) => inviteAgain(context, scope, request.body.invitationid));
    },
  );

  app.post(
    "/auth/withdraw-invitation",
    { config: admin, schema: { body: invitationChoice, response: { 200: z.object({}) } } },
    async (request) => {
      await request.work((scope) => withdrawInvitation(scope, request.body.invitationid));
      return {};
    },
  );

  app.post(
    "/open-invitation",
    { config: visitor, schema: { body: openBody, response: { 200: openedInvitation } } },
    async (request, reply) => {
      await limitCalls(context, request, reply, tries);
      return openInvitation(context, request.body.token);
    },
  );

  app.post(
    "/accept-invitation",
    { config: visitor, schema: { body: acceptBody, response: { 200: loginAnswer } } },
    async (request, reply) => {
      await limitCalls(context, request, reply, tries);
      const lang = request.body.lang ?? browserLanguage(request);
      const browser = await browserOf(context, request);
      const entered = await acceptInvitation(context, { ...request.body, lang }, browser);
      setSignedIn(context, reply, browser, entered);
      return answerOf(entered);
    },
  );
}
