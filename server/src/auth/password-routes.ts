import { openReset as openBody, openedReset } from "@parley/contract/invitations";
import { resetPassword as resetPasswordBody } from "@parley/contract/registration";
import { z } from "zod";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { browserOf, setDeviceCookie } from "../http/browser.ts";
import { clearGrant, readGrant, setGrant } from "../http/browser-token.ts";
import { limitCalls } from "../http/call-limit.ts";
import { openReset } from "./open-reset.ts";
import { resetPassword } from "./reset-password.ts";

const resets = { what: "reset a password", most: 30, perMilliseconds: 600_000 };

export function passwordRoutes(app: App, context: Context): void {
  app.post(
    "/auth/reset-password",
    { config: { access: "public" }, schema: { body: resetPasswordBody, response: { 200: z.object({}) } } },
    async (request, reply) => {
      await limitCalls(context, request, reply, resets);
      const { device } = await browserOf(context, request);
      const grant = readGrant(request, context.config, "password_reset");
      await resetPassword(context, request.body, { grant, device });
      setDeviceCookie(reply, context.config, device);
      clearGrant(reply, context.config, "password_reset");
      return {};
    },
  );

  app.post(
    "/open-reset",
    { config: { access: "public" }, schema: { body: openBody, response: { 200: openedReset } } },
    async (request, reply) => {
      await limitCalls(context, request, reply, resets);
      const { token } = request.body;
      const opened = await openReset(context, token);
      setGrant(reply, context.config, "password_reset", token);
      return opened;
    },
  );
}
