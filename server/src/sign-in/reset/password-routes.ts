import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { limitCalls } from "../../http/call-limit.ts";
import { route } from "../../http/calls.ts";
import { clearGrant, readGrant, setGrant } from "../codes/browser-token.ts";
import { browserOf, setDeviceCookie } from "../session/browser.ts";
import { openReset } from "./open-reset.ts";
import { resetPassword } from "./reset-password.ts";

const resets = { what: "reset a password", most: 30, perMilliseconds: 600_000 };

export function passwordRoutes(app: App, context: Context): void {
  route(app, calls.resetPassword, async (request, reply) => {
    await limitCalls(context, request, reply, resets);
    const { device } = await browserOf(context, request);
    const grant = readGrant(request, context.config, "password_reset");
    await resetPassword(context, request.body, { grant, device });
    setDeviceCookie(reply, context.config, device);
    clearGrant(reply, context.config, "password_reset");
    return {};
  });

  route(app, calls.openReset, async (request, reply) => {
    await limitCalls(context, request, reply, resets);
    const { token } = request.body;
    const opened = await openReset(context, token);
    setGrant(reply, context.config, "password_reset", token);
    return opened;
  });
}
