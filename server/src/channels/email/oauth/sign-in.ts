/**
 * Connects a mailbox by signing in at its provider: OAuth 2 with PKCE (RFC 7636). The values that the provider's answer
 * must match are kept for the agent, once, and are bound to their session.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { beginMailSignIn, MailSignIn } from "@parley/contract/mailboxes";
import { reasonOf } from "@parley/contract/reasons";
import { z } from "zod";
import type { SessionCaller } from "../../../floor/actors/caller.ts";
import type { Context } from "../../../floor/context.ts";
import { type AgentActor, inCompany, type Scope } from "../../../floor/database/scope.ts";
import { invalid } from "../../../floor/errors/errors.ts";
import { lockOpenDepartment } from "../../../people/departments/pick.ts";
import { endpointOf, type OauthEndpoint, oauthProviders } from "./providers.ts";

const lives = 15 * 60_000;
const platform = "email";

const pending = z.object({
  state: z.string(),
  verifier: z.string(),
  provider: z.enum(oauthProviders),
  name: z.string(),
  departmentId: z.string().nullable(),
  session: z.string(),
});
export type PendingSignIn = z.infer<typeof pending>;

export const listSignIns = ({ config }: Pick<Context, "config">): MailSignIn[] =>
  oauthProviders.map((provider) => {
    const { name, missing } = endpointOf(config, provider);
    return { provider, name, missing };
  });

export const callbackOf = ({ publicUrl }: { publicUrl: string }): string =>
  `${publicUrl}/oauth/mail/callback`;

/** Returns the provider's page of consent. Throws 400 where signing in there is not set up. */
export async function beginSignIn(
  context: Context,
  caller: SessionCaller,
  { provider, name, departmentid: departmentId = null }: z.output<typeof beginMailSignIn>,
): Promise<{ url: string }> {
  const endpoint = endpointOf(context.config, provider);
  const state = random();
  const verifier = random();
  const kept = { state, verifier, provider, name, departmentId, session: caller.tokenHash.toString("hex") };
  await inCompany(context, caller, async (scope) => {
    if (departmentId) await lockOpenDepartment(scope, departmentId);
    checkSetUp(endpoint);
    await keep(scope, context, kept);
  });
  const query = new URLSearchParams({
    response_type: "code",
    client_id: endpoint.clientId ?? "",
    redirect_uri: callbackOf(context.config),
    scope: endpoint.scope,
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...endpoint.ask,
  });
  return { url: `${endpoint.authorize}?${query}` };
}

function checkSetUp({ name: provider, missing }: OauthEndpoint): void {
  if (missing.length === 0) return;
  throw invalid(reasonOf("mail_oauth_not_set_up", { provider, settings: missing.join(", ") }));
}

const random = () => randomBytes(32).toString("base64url");

async function keep(scope: Scope<AgentActor>, { secrets }: Context, signIn: PendingSignIn): Promise<void> {
  const row = {
    token: secrets.seal(JSON.stringify(signIn)),
    expires_on: new Date(scope.now.getTime() + lives),
  };
  await scope.db
    .insertInto("channel_signup")
    .values({ company_id: scope.companyId, agent_id: scope.actor.id, platform, ...row })
    .onConflict((on) => on.columns(["company_id", "agent_id", "platform"]).doUpdateSet(row))
    .execute();
}

/** The sign-in begun in this session with this state; null for any other. It is consumed either way. */
export async function consumeSignIn(
  context: Context,
  caller: SessionCaller,
  state: string,
): Promise<PendingSignIn | null> {
  const row = await inCompany(context, caller, (scope) =>
    scope.db
      .deleteFrom("channel_signup")
      .where("company_id", "=", scope.companyId)
      .where("agent_id", "=", scope.actor.id)
      .where("platform", "=", platform)
      .returning(["token", "expires_on"])
      .executeTakeFirst(),
  );
  if (!row || row.expires_on <= context.clock()) return null;
  const begun = pending.parse(JSON.parse(context.secrets.open(row.token)));
  return isSame(begun.state, state) && isSame(begun.session, caller.tokenHash.toString("hex")) ? begun : null;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
