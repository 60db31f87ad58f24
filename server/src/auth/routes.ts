import {
  changeLanguage,
  login,
  loginAnswer,
  profile,
  sessionInfo,
  userPreference,
} from "@parley/contract/sessions";
import { texts } from "@parley/contract/texts";
import { z } from "zod";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { invalid, Refusal } from "../http/errors.ts";
import { clearSessionCookie, cookieName, setSessionCookie } from "../http/session.ts";
import { signInLimit, tooManyTries } from "../http/sign-in-limit.ts";
import { changeLang, viewProfile } from "./profile.ts";
import { findSession } from "./session.ts";
import { signIn, signOut } from "./sign-in.ts";

export function authRoutes(app: App, context: Context): void {
  const { config } = context;
  const cookie = cookieName(config);
  const fromAddress = signInLimit(app);

  app.post(
    "/auth/login",
    { config: { access: "public" }, schema: { body: login, response: { 200: loginAnswer } } },
    async (request, reply) => {
      const { email, password } = request.body;
      if (!email.trim() || !password) throw invalid(texts.fillAllFields);
      const browser = {
        userAgent: request.headers["user-agent"] ?? "",
        address: request.ip,
        previousToken: request.cookies[cookie],
      };
      const signedIn = await fromAddress(request, reply, () => signIn(context, request.body, browser));
      if (signedIn.outcome === "wait") throw tooManyTries(reply, signedIn.milliseconds);
      if (signedIn.outcome === "refused") throw new Refusal(401, "signed_out", texts.loginFailed);
      setSessionCookie(reply, config, signedIn.token);
      return { user: signedIn.user, isPushSubscribed: signedIn.isPushSubscribed, lang: signedIn.lang };
    },
  );

  app.get(
    "/auth/logout",
    { config: { access: "public", changesState: true }, schema: { response: { 200: z.object({}) } } },
    async (request, reply) => {
      await signOut(context, request.cookies[cookie]);
      clearSessionCookie(reply, config);
      return {};
    },
  );

  app.get(
    "/auth/validate",
    { config: { access: "public" }, schema: { response: { 200: sessionInfo } } },
    async (request) => {
      const session = await findSession(context, request.cookies[cookie]);
      if (!session) return { status: "invalid" } as const;
      const { actor, username, isPushSubscribed, expires } = session;
      const { id, role } = actor;
      return {
        status: "valid",
        role,
        username,
        id,
        isPushSubscribed,
        expires: expires.toISOString(),
      } as const;
    },
  );

  app.get(
    "/auth/profile",
    { config: { access: "agent" }, schema: { response: { 200: profile } } },
    (request) => request.work(viewProfile),
  );

  app.get(
    "/auth/get-user-pref",
    { config: { access: "agent" }, schema: { response: { 200: userPreference } } },
    async (request) => ({ lang: (await request.work(viewProfile)).lang }),
  );

  app.post(
    "/auth/change-lang",
    { config: { access: "agent" }, schema: { body: changeLanguage, response: { 200: userPreference } } },
    async (request) => {
      await request.work((scope) => changeLang(scope, request.body.lang));
      return { lang: request.body.lang };
    },
  );
}
