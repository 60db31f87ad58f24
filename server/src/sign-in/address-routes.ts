/** The calls that confirm an address: after the first sign-in, and when an agent wants another one. */
import { calls } from "@parley/contract/calls/table";
import type { Context } from "../floor/context.ts";
import { invalid, Refusal } from "../floor/errors/errors.ts";
import type { App } from "../http/app.ts";
import { limitCalls } from "../http/call-limit.ts";
import { route } from "../http/calls.ts";
import {
  cancelAddressChange,
  confirmAddressChange,
  sendAddressChangeCode,
} from "./address/address-change.ts";
import { resendAddressCode, verifyAddressCode } from "./address/address-step.ts";
import { checkSent } from "./codes/code-sent.ts";
import { answerOf } from "./routes.ts";
import { browserOf, setSignedIn } from "./session/browser.ts";
import { clearChallenge, readChallenge, setChallenge } from "./session/challenge-cookie.ts";

const tries = { what: "confirm an address", most: 60, perMilliseconds: 600_000 };

export function addressRoutes(app: App, context: Context): void {
  const { config } = context;

  route(app, calls.confirmAddress, async (request, reply) => {
    const { code } = request.body;
    if (!code.trim()) throw invalid("code_missing");
    await limitCalls(context, request, reply, tries);
    const challenge = readChallenge(request, config);
    const browser = await browserOf(context, request);
    const step = await verifyAddressCode(context, challenge, code, browser);
    if (step.outcome === "secondStep") {
      setChallenge(reply, config, step.challenge);
      return { twoStep: true } as const;
    }
    clearChallenge(reply, config);
    if (step.outcome === "over") throw signInAgain();
    setSignedIn(context, reply, browser, step);
    return answerOf(step);
  });

  route(app, calls.sendAddressCode, async (request, reply) => {
    await limitCalls(context, request, reply, tries);
    const sent = await resendAddressCode(context, readChallenge(request, config));
    if (!sent) throw signInAgain();
    checkSent(reply, sent);
    return {};
  });

  route(app, calls.confirmAddressChange, (request) => {
    const { code } = request.body;
    if (!code.trim()) throw invalid("code_missing");
    return confirmAddressChange(context, request.caller, code);
  });

  route(app, calls.sendAddressChangeCode, async (request, reply) => {
    checkSent(reply, await sendAddressChangeCode(context, request.caller));
    return {};
  });

  route(app, calls.cancelAddressChange, (request) => request.work(cancelAddressChange, { hold: true }));
}

const signInAgain = () => new Refusal(401, "challenge_over", "sign_in_again");
