/** Confirming an address: after the first sign-in, and when an agent wants another one. */
import { addressCode, addressResult, profile } from "@parley/contract/sessions";
import { texts } from "@parley/contract/texts";
import { z } from "zod";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { browserOf, setSignedIn } from "../http/browser.ts";
import { limitCalls } from "../http/call-limit.ts";
import { clearChallenge, readChallenge, setChallenge } from "../http/challenge-cookie.ts";
import { checkSent } from "../http/code-sent.ts";
import { invalid, Refusal } from "../http/errors.ts";
import { cancelAddressChange, confirmAddressChange, sendAddressChangeCode } from "./address-change.ts";
import { resendAddressCode, takeAddressCode } from "./address-step.ts";
import { answerOf } from "./routes.ts";

const done = { 200: z.object({}) };
const tries = { what: "confirm an address", most: 60, perMilliseconds: 600_000 };

export function addressRoutes(app: App, context: Context): void {
  const { config } = context;

  app.post(
    "/auth/confirm-address",
    { config: { access: "public" }, schema: { body: addressCode, response: { 200: addressResult } } },
    async (request, reply) => {
      const { code } = request.body;
      if (!code.trim()) throw invalid(texts.codeMissing);
      await limitCalls(context, request, reply, tries);
      const challenge = readChallenge(request, config);
      const browser = await browserOf(context, request);
      const step = await takeAddressCode(context, challenge, code, browser);
      if (step.outcome === "secondStep") {
        setChallenge(reply, config, step.challenge);
        return { twoStep: true } as const;
      }
      clearChallenge(reply, config);
      if (step.outcome === "over") throw signInAgain();
      setSignedIn(context, reply, browser, step);
      return answerOf(step);
    },
  );

  app.post(
    "/auth/send-address-code",
    { config: { access: "public" }, schema: { response: done } },
    async (request, reply) => {
      await limitCalls(context, request, reply, tries);
      const sent = await resendAddressCode(context, readChallenge(request, config));
      if (!sent) throw signInAgain();
      checkSent(reply, sent);
      return {};
    },
  );

  app.post(
    "/auth/confirm-address-change",
    { config: { access: "agent" }, schema: { body: addressCode, response: { 200: profile } } },
    (request) => {
      const { code } = request.body;
      if (!code.trim()) throw invalid(texts.codeMissing);
      return confirmAddressChange(context, request.caller, code);
    },
  );

  app.post(
    "/auth/send-address-change-code",
    { config: { access: "agent" }, schema: { response: done } },
    async (request, reply) => {
      checkSent(reply, await sendAddressChangeCode(context, request.caller));
      return {};
    },
  );

  app.post(
    "/auth/cancel-address-change",
    { config: { access: "agent" }, schema: { response: { 200: profile } } },
    (request) => request.work(cancelAddressChange, { hold: true }),
  );
}

const signInAgain = () => new Refusal(401, "challenge_over", texts.signInAgain);
