/** The address to which a provider sends the browser back. It ends on the settings page, which shows the outcome. */
import { type Reason, reasonOf } from "@parley/contract/reasons";
import { z } from "zod";
import type { SessionCaller } from "../../../floor/actors/caller.ts";
import type { Context } from "../../../floor/context.ts";
import { Refusal } from "../../../floor/errors/errors.ts";
import type { App } from "../../../http/app.ts";
import { askTokens, ConsentWithdrawn, TokensNotGiven } from "../oauth/ask-tokens.ts";
import { endpointOf } from "../oauth/providers.ts";
import { callbackOf, consumeSignIn, type PendingSignIn } from "../oauth/sign-in.ts";
import { connectMailbox } from "./connect.ts";

const query = z.object({
  state: z.string().max(200).default(""),
  code: z.string().max(4000).optional(),
  error: z.string().max(200).optional(),
});
const claims = z.object({ email: z.string().optional(), preferred_username: z.string().optional() });
const settings = "/admin-panel/settings";

export function callbackPage(app: App, context: Context): void {
  app.get(
    "/oauth/mail/callback",
    { config: { ability: "manageChannels", notACall: "page" }, schema: { querystring: query } },
    async (request, reply) => {
      // The ability is one that only agents have.
      const outcome = await finish(context, request.caller as SessionCaller, request.query);
      // Only codes and ids are put into the link, since anyone can write one.
      const result = new URLSearchParams(
        "connected" in outcome
          ? outcome
          : { failed: outcome.reason.code, ...(outcome.at && { at: outcome.at }) },
      );
      reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
      return reply.redirect(`${context.config.consoleOrigin}${settings}?${result}#emailIntegration`, 303);
    },
  );
}

type Failed = { reason: Reason; at: PendingSignIn["provider"] | null };
type Outcome = { connected: string } | Failed;

/** Returns the id of the connected account, or why no mailbox was connected, and at which provider. */
async function finish(
  context: Context,
  caller: SessionCaller,
  answer: z.output<typeof query>,
): Promise<Outcome> {
  const begun = await consumeSignIn(context, caller, answer.state);
  if (!begun) return { reason: reasonOf("signup_over"), at: null };
  const outcome = await connectAt(context, caller, begun, answer);
  return typeof outcome === "string" ? { connected: outcome } : { reason: outcome, at: begun.provider };
}

async function connectAt(
  context: Context,
  caller: SessionCaller,
  begun: PendingSignIn,
  { code, error }: z.output<typeof query>,
): Promise<string | Reason> {
  const endpoint = endpointOf(context.config, begun.provider);
  if (error || !code) return reasonOf("mail_consent_refused", { provider: endpoint.name });
  try {
    const grant = {
      grant_type: "authorization_code",
      code,
      code_verifier: begun.verifier,
      redirect_uri: callbackOf(context.config),
    };
    const { refreshToken, idToken } = await askTokens(endpoint, grant, new AbortController().signal);
    const address = addressIn(idToken);
    if (!refreshToken || !address) return reasonOf("permission_missing", { provider: endpoint.name });
    const credentials = {
      imap: { ...endpoint.imap, user: address },
      smtp: { ...endpoint.smtp, user: address },
      oauth: { provider: begun.provider, refreshToken },
    };
    const { name, departmentId } = begun;
    return await connectMailbox(context, caller, { address, name, credentials }, { departmentId });
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.details.reason) return thrown.details.reason;
    if (thrown instanceof ConsentWithdrawn || thrown instanceof TokensNotGiven) return thrown.reason;
    throw thrown;
  }
}

/**
 * The token comes directly from the provider over TLS, so its signature need not be checked (OpenID Connect Core
 * §3.1.3.7).
 */
function addressIn(idToken: string | null): string | null {
  const part = idToken?.split(".")[1];
  if (!part) return null;
  const found = claims.safeParse(parse(Buffer.from(part, "base64url").toString()));
  const { email, preferred_username: name } = found.data ?? {};
  const address = z
    .email()
    .max(320)
    .safeParse(email ?? name);
  return address.success ? address.data : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
