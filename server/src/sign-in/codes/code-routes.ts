import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import { invalid } from "../../floor/errors/errors.ts";
import type { App } from "../../http/app.ts";
import { limitCalls } from "../../http/call-limit.ts";
import { route } from "../../http/calls.ts";
import { browserLanguage } from "../../http/language.ts";
import { isEmail } from "../../people/passwords/check.ts";
import { browserOf } from "../session/browser.ts";
import { browserToken, knownBrowser, setGrant } from "./browser-token.ts";
import { checkSent } from "./code-sent.ts";
import { sendCode } from "./send-code.ts";
import { verifyCode } from "./verify-code.ts";

const sends = { what: "send a code", most: 20, perMilliseconds: 600_000 };
const tries = { what: "try a code", most: 60, perMilliseconds: 600_000 };

export function codeRoutes(app: App, context: Context): void {
  const purposes = [
    [calls.sendRegistrationCode, "registration"],
    [calls.sendPasswordResetCode, "password_reset"],
  ] as const;
  for (const [call, purpose] of purposes) {
    route(app, call, async (request, reply) => {
      const email = request.body.email.trim();
      if (!email) throw invalid("email_missing");
      if (!isEmail(email)) throw invalid("email_invalid");
      await limitCalls(context, request, reply, sends);
      const browser = browserToken(request, reply, context.config);
      const lang = request.body.lang ?? browserLanguage(request);
      const from = await browserOf(context, request);
      checkSent(reply, await sendCode(context, { purpose, email, browser }, { lang, from }));
      return {};
    });
  }

  route(app, calls.verifyCode, async (request, reply) => {
    const { email, code, isPasswordReset } = request.body;
    if (!code.trim()) throw invalid(isPasswordReset ? "reset_code_missing" : "code_missing");
    await limitCalls(context, request, reply, tries);
    const purpose = isPasswordReset ? "password_reset" : "registration";
    const browser = knownBrowser(request, context.config);
    setGrant(reply, context.config, purpose, await verifyCode(context, { purpose, email, browser }, code));
    return {};
  });
}
