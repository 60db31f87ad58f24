import { calls } from "@parley/contract/calls/table";
import type { LoginAnswer } from "@parley/contract/sessions";
import type { Context } from "../floor/context.ts";
import { invalid, Refusal } from "../floor/errors/errors.ts";
import type { App } from "../http/app.ts";
import { route } from "../http/calls.ts";
import { tooManyTries } from "../http/too-many-tries.ts";
import { changeLang, changeTakeBack, viewProfile } from "./address/profile.ts";
import { browserOf, setSignedIn } from "./session/browser.ts";
import { clearChallenge, readChallenge, setChallenge } from "./session/challenge-cookie.ts";
import { clearSessionCookie } from "./session/cookies.ts";
import { findSession } from "./session/session.ts";
import { cookieName } from "./session/session-cookie.ts";
import { signIn, signOut } from "./sign-in.ts";
import { verifyTwoStep } from "./two-step/two-step-sign-in.ts";

export function authRoutes(app: App, context: Context): void {
  const { config } = context;
  const cookie = cookieName(config);

  route(app, calls.signIn, async (request, reply) => {
    const { email, password } = request.body;
    if (!email.trim() || !password) throw invalid("fill_all_fields");
    const browser = await browserOf(context, request);
    const signedIn = await signIn(context, request.body, browser);
    context.figures.signIns.inc({ step: "password", outcome: signedIn.outcome });
    if (signedIn.outcome === "wait") throw tooManyTries(reply, signedIn.milliseconds);
    if (signedIn.outcome === "refused") throw new Refusal(401, "signed_out", "login_failed");
    if (signedIn.outcome === "confirmAddress") {
      setChallenge(reply, config, signedIn.challenge);
      return { confirmAddress: true } as const;
    }
    if (signedIn.outcome === "secondStep") {
      setChallenge(reply, config, signedIn.challenge);
      return { twoStep: true } as const;
    }
    setSignedIn(context, reply, browser, signedIn);
    return answerOf(signedIn);
  });

  route(app, calls.verifyTwoStep, async (request, reply) => {
    const { code } = request.body;
    if (!code.trim()) throw invalid("fill_all_fields");
    const browser = await browserOf(context, request);
    const step = await verifyTwoStep(context, readChallenge(request, config), code, browser);
    context.figures.signIns.inc({ step: "second_step", outcome: step.outcome });
    if (step.outcome === "wait") throw tooManyTries(reply, step.milliseconds);
    if (step.outcome === "refused") throw new Refusal(401, "wrong_code", "code_invalid");
    clearChallenge(reply, config);
    if (step.outcome === "spent") throw new Refusal(401, "challenge_over", "too_many_attempts");
    if (step.outcome === "over") throw new Refusal(401, "challenge_over", "sign_in_again");
    setSignedIn(context, reply, browser, step);
    return answerOf(step);
  });

  route(app, calls.signOut, async (request, reply) => {
    await signOut(context, request.cookies[cookie]);
    clearSessionCookie(reply, config);
    return {};
  });

  route(app, calls.getSession, async (request) => {
    const session = await findSession(context, request.cookies[cookie]);
    if (!session) return { status: "invalid" } as const;
    const { actor, username, isPushSubscribed, expires, mustSetUpTwoStep } = session;
    const { id, role } = actor;
    return {
      status: "valid",
      role,
      username,
      id,
      isPushSubscribed,
      expires: expires.toISOString(),
      ...(mustSetUpTwoStep && { setUpTwoStep: true as const }),
    } as const;
  });

  route(app, calls.getProfile, (request) => request.work(viewProfile));

  route(app, calls.changeTakeBack, (request) =>
    request.work((scope) => changeTakeBack(scope, request.body.take_back)),
  );

  route(app, calls.getPreferences, async (request) => ({ lang: (await request.work(viewProfile)).lang }));

  route(app, calls.changeLanguage, async (request) => {
    await request.work((scope) => changeLang(scope, request.body.lang));
    return { lang: request.body.lang };
  });
}

/** The token is only in the cookie. */
export const answerOf = ({ user, isPushSubscribed, lang }: LoginAnswer): LoginAnswer => ({
  user,
  isPushSubscribed,
  lang,
});
