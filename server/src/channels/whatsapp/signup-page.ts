/**
 * The document of the sign-up. Its policy allows the provider's script, its window and that window's answer; the
 * console's own policy, which a page keeps for as long as it is open, allows none of it.
 */
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { whatsappConfig } from "./settings.ts";

const providers = "https://*.facebook.com https://*.facebook.net";

export function signupPage(app: App, context: Context): void {
  const sdk = new URL(whatsappConfig(context.config).WHATSAPP_SDK_URL).origin;
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${sdk} ${providers}`,
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${sdk} ${providers}`,
    `frame-src ${sdk} ${providers}`,
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  app.get(
    "/whatsapp-signup",
    { config: { ability: "public", notACall: "page" } },
    async (_request, reply) => {
      reply.header("content-security-policy", policy);
      // The provider's window keeps its opener.
      reply.header("cross-origin-opener-policy", "same-origin-allow-popups");
      return reply.header("cache-control", "no-cache").sendFile("whatsapp-signup.html");
    },
  );
}
