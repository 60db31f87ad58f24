/** Consents of mailbox owners, as Google and Microsoft keep them: codes, refresh tokens and access tokens. */
import { createHash, randomBytes } from "node:crypto";
import type { Network } from "../../network.ts";
import { perNetwork } from "../../per-network.ts";
import { disconnectAll, type Mailbox } from "../mailbox.ts";

export const oauthProviders = ["google", "microsoft"] as const;
export type OauthProvider = (typeof oauthProviders)[number];

/** The desk's request at the page of consent. */
export type Asked = { provider: OauthProvider; redirectUri: string; challenge: string };
type Code = Asked & { mailbox: Mailbox; until: number };
type Consent = { provider: OauthProvider; mailbox: Mailbox };

export type Tokens = {
  access_token: string;
  expires_in: number;
  refresh_token: string;
  id_token: string;
  token_type: "Bearer";
};

/** An error of RFC 6749 §5.2. */
export class OauthRefusal extends Error {
  readonly error: "invalid_grant" | "invalid_client" | "unsupported_grant_type";

  constructor(error: OauthRefusal["error"], description: string) {
    super(description);
    this.error = error;
  }
}

export const client = { id: "simulated-client", secret: "simulated-secret" };
const codeLives = 60_000;
/** The life of an access token in seconds. */
const accessLives = 3_600;

const kept = perNetwork(() => ({ codes: new Map<string, Code>(), refresh: new Map<string, Consent>() }));
const random = () => randomBytes(24).toString("base64url");

/** The owner agrees. Returns the code that goes back to the desk. */
export function consent(network: Network, mailbox: Mailbox, asked: Asked): string {
  const code = random();
  kept(network).codes.set(code, { ...asked, mailbox, until: network.now() + codeLives });
  return code;
}

/** The owner withdraws: no token is valid any more, and connections end. */
export function withdrawConsent(network: Network, mailbox: Mailbox): void {
  const { refresh } = kept(network);
  for (const [token, consent] of refresh) if (consent.mailbox === mailbox) refresh.delete(token);
  mailbox.tokens.clear();
  disconnectAll(mailbox);
}

export const hasConsent = (network: Network, mailbox: Mailbox): boolean =>
  [...kept(network).refresh.values()].some((consent) => consent.mailbox === mailbox);

export function issueTokens(
  network: Network,
  provider: OauthProvider,
  grant: Record<string, string>,
): Tokens {
  if (grant.client_id !== client.id || grant.client_secret !== client.secret)
    throw new OauthRefusal("invalid_client", "The client or its secret is unknown");
  if (grant.grant_type === "authorization_code") return byCode(network, provider, grant);
  if (grant.grant_type === "refresh_token") return byRefreshToken(network, provider, grant);
  throw new OauthRefusal("unsupported_grant_type", `${grant.grant_type} is not supported`);
}

function byCode(network: Network, provider: OauthProvider, grant: Record<string, string>): Tokens {
  const { codes } = kept(network);
  const { code = "", code_verifier = "", redirect_uri } = grant;
  const known = codes.get(code);
  codes.delete(code);
  const challenge = createHash("sha256").update(code_verifier).digest("base64url");
  const isGood =
    known?.provider === provider &&
    known.until >= network.now() &&
    known.redirectUri === redirect_uri &&
    known.challenge === challenge;
  if (!known || !isGood)
    throw new OauthRefusal("invalid_grant", "The code is unknown, used, expired or not yours");
  return tokensOf(network, { provider, mailbox: known.mailbox }, random());
}

/** Microsoft issues a new refresh token with each call, and accepts the previous one for a while. */
function byRefreshToken(network: Network, provider: OauthProvider, grant: Record<string, string>): Tokens {
  const { refresh_token: token = "" } = grant;
  const known = kept(network).refresh.get(token);
  if (known?.provider !== provider)
    throw new OauthRefusal("invalid_grant", "The token has been revoked or has expired");
  return tokensOf(network, known, provider === "microsoft" ? random() : token);
}

function tokensOf(network: Network, consent: Consent, refresh_token: string): Tokens {
  const { mailbox } = consent;
  kept(network).refresh.set(refresh_token, consent);
  const access_token = random();
  mailbox.tokens.add(access_token);
  const claims = Buffer.from(JSON.stringify({ email: mailbox.address })).toString("base64url");
  const id_token = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${claims}.`;
  return { access_token, expires_in: accessLives, refresh_token, id_token, token_type: "Bearer" };
}
