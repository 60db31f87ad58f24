/**
 * Access tokens, refreshed shortly before they expire. All who need one at the same time share one request; tokens stay
 * in the process's memory, while the refresh token is sealed in the channel's row.
 */
import type { Config } from "../../../floor/config/config.ts";
import type { MailCredentials } from "../account/credentials.ts";
import { askTokens, type Tokens } from "./ask-tokens.ts";
import { endpointOf, type OauthProvider } from "./providers.ts";

type Oauth = NonNullable<MailCredentials["oauth"]>;
type Kept = { tokens: Promise<Tokens>; until: number };

/** Milliseconds before the expiry, so that the token outlives a sign-in. */
const early = 120_000;
const most = 5000;

/** Tokens by refresh token. */
const kept = new Map<string, Kept>();

/** Null for an account that signs in by password. Rejects with `ConsentWithdrawn` or `TokensNotGiven`. */
export async function tokenOf(
  config: Pick<Config, "channelSettings">,
  { oauth }: Pick<MailCredentials, "oauth">,
): Promise<string | null> {
  if (!oauth) return null;
  const known = kept.get(oauth.refreshToken);
  if (known && known.until > performance.now()) return (await known.tokens).accessToken;
  return (await refresh(config, oauth)).accessToken;
}

/** Called after the mail server refused the token: the next use requests a new one. */
export function forgetToken({ oauth }: Pick<MailCredentials, "oauth">): void {
  if (oauth) kept.delete(oauth.refreshToken);
}

/** The refresh token that the provider issued in place of this one, with the same access token; null: none. */
export async function adoptNewer({ oauth }: Pick<MailCredentials, "oauth">): Promise<string | null> {
  const known = oauth && kept.get(oauth.refreshToken);
  if (!known) return null;
  const { refreshToken: newer } = await known.tokens;
  if (newer === null || newer === oauth.refreshToken) return null;
  keep(newer, known);
  return newer;
}

async function refresh(config: Pick<Config, "channelSettings">, oauth: Oauth): Promise<Tokens> {
  const { provider, refreshToken } = oauth;
  const grant = { grant_type: "refresh_token", refresh_token: refreshToken };
  // All waiters share the request, so the signal of one does not end it.
  const signal = new AbortController().signal;
  const tokens = askTokens(endpointOf(config, provider as OauthProvider), grant, signal);
  const entry: Kept = { tokens, until: Number.POSITIVE_INFINITY };
  keep(refreshToken, entry);
  try {
    const answer = await tokens;
    entry.until = performance.now() + Math.max(answer.expiresIn * 1000 - early, 10_000);
    return answer;
  } catch (error) {
    if (kept.get(refreshToken) === entry) kept.delete(refreshToken);
    throw error;
  }
}

function keep(key: string, entry: Kept): void {
  kept.delete(key);
  kept.set(key, entry);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}
