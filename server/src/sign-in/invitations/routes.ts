import { calls } from "@parley/contract/calls/table";
import { signInLimits } from "@parley/contract/sign-in-limits";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { limitCalls, limitCompany } from "../../http/call-limit.ts";
import { route } from "../../http/calls.ts";
import { browserLanguage } from "../../http/language.ts";
import { answerOf } from "../routes.ts";
import { browserOf, setSignedIn } from "../session/browser.ts";
import { acceptInvitation, openInvitation } from "./accept.ts";
import { checkInvite, inviteAgain, inviteAgent, withdrawInvitation } from "./invite.ts";
import { listInvitations } from "./list.ts";

const day = 24 * 3_600_000;
const perDay = { what: "invitations", most: signInLimits.invitationsPerDay, perMilliseconds: day };
const tries = { what: "open an invitation", most: 60, perMilliseconds: 600_000 };

export function invitationRoutes(app: App, context: Context): void {
  route(app, calls.listInvitations, (request) => request.work(listInvitations));

  route(app, calls.invite, async (request, reply) => {
    checkInvite(request.body);
    await limitCompany(context, request, reply, perDay);
    return request.work((scope) => inviteAgent(context, scope, request.body));
  });

  route(app, calls.inviteAgain, async (request, reply) => {
    await limitCompany(context, request, reply, perDay);
    return request.work((scope) => inviteAgain(context, scope, request.body.invitationid));
  });

  route(app, calls.withdrawInvitation, async (request) => {
    await request.work((scope) => withdrawInvitation(scope, request.body.invitationid));
    return {};
  });

  route(app, calls.openInvitation, async (request, reply) => {
    await limitCalls(context, request, reply, tries);
    return openInvitation(context, request.body.token);
  });

  route(app, calls.acceptInvitation, async (request, reply) => {
    await limitCalls(context, request, reply, tries);
    const lang = request.body.lang ?? browserLanguage(request);
    const browser = await browserOf(context, request);
    const entered = await acceptInvitation(context, { ...request.body, lang }, browser);
    setSignedIn(context, reply, browser, entered);
    return answerOf(entered);
  });
}
