/** The token endpoint of a provider (RFC 6749 §4.1.3 and §6). */
import { type Reason, reasonOf } from "@parley/contract/reasons";
import { z } from "zod";
import { readAtMost } from "../../../files/at-most.ts";
import type { OauthEndpoint } from "./providers.ts";

export type Tokens = {
  accessToken: string;
  /** The lifetime in seconds. */
  expiresIn: number;
  /** A provider may issue a new one with each call; the previous one stays valid for a while. */
  refreshToken: string | null;
  /** The ID token of OpenID Connect. */
  idToken: string | null;
};

/** The provider accepts neither the code nor the refresh token any more. */
export class ConsentWithdrawn extends Error {
  override name = "ConsentWithdrawn";
  readonly reason: Reason;

  constructor(provider: string) {
    super("The consent was withdrawn or has expired");
    this.reason = reasonOf("mail_consent_withdrawn", { provider });
  }
}

export class TokensNotGiven extends Error {
  override name = "TokensNotGiven";
  readonly reason: Reason;
  /** Another try changes nothing. */
  readonly refused: boolean;

  constructor(reason: Reason, refused: boolean) {
    super(reason.code);
    this.reason = reason;
    this.refused = refused;
  }
}

const timeout = 15_000;
const mostBytes = 64 * 1024;
const given = z.object({
  access_token: z.string().min(1).max(20_000),
  expires_in: z.coerce.number().int().positive().catch(300),
  refresh_token: z.string().min(1).max(20_000).optional(),
  id_token: z.string().max(20_000).optional(),
});
const refusal = z.object({ error: z.string(), error_description: z.string().catch("") });

export async function askTokens(
  endpoint: OauthEndpoint,
  grant: Record<string, string>,
  signal: AbortSignal,
): Promise<Tokens> {
  const { name: provider, clientId = "", clientSecret = "" } = endpoint;
  const body = new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret });
  const { status, text } = await post(
    endpoint,
    body,
    AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
  );
  const json = parse(text);
  const tokens = given.safeParse(json).data;
  if (status === 200 && tokens) {
    return {
      accessToken: tokens.access_token,
      expiresIn: tokens.expires_in,
      refreshToken: tokens.refresh_token ?? null,
      idToken: tokens.id_token ?? null,
    };
  }
  const { error, error_description: says } = refusal.safeParse(json).data ?? {};
  if (error === "invalid_grant" || error === "interaction_required") throw new ConsentWithdrawn(provider);
  if (error && status < 500) {
    const words = `${error} ${says}`.replace(/\s+/g, " ").trim().slice(0, 300);
    throw new TokensNotGiven(reasonOf("provider", { provider, says: words }), true);
  }
  throw new TokensNotGiven(reasonOf("answer_unreadable", { provider, status }), false);
}

async function post({ token, name: provider }: OauthEndpoint, body: URLSearchParams, signal: AbortSignal) {
  try {
    // The operator sets the address; a redirect is not followed, since the body holds secrets.
    const answer = await fetch(token, { method: "POST", body, signal, redirect: "error" });
    const text = await readText(answer);
    return { status: answer.status, text };
  } catch (error) {
    const timedOut = (error as Error).name === "TimeoutError";
    const reason = timedOut ? reasonOf("no_answer", { provider }) : reasonOf("unreachable", { provider });
    throw new TokensNotGiven(reason, false);
  }
}

async function readText(answer: Response): Promise<string> {
  if (!answer.body) return "";
  const content = await readAtMost(answer.body, mostBytes);
  if (!content) throw new Error("The answer is too long");
  return content.toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
