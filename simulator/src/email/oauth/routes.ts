/** The pages and token endpoints of Google and Microsoft (RFC 6749, PKCE by RFC 7636). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Network } from "../../network.ts";
import { mailWorldOf } from "../world.ts";
import {
  consent,
  hasConsent,
  issueTokens,
  type OauthProvider,
  OauthRefusal,
  oauthProviders,
  withdrawConsent,
} from "./consent.ts";
import { consentPage } from "./page.ts";

/** The desk's parameters to the page, and the page's own. */
type Query = Record<string, string> & { redirect_uri: string; state: string; code_challenge: string };

const authorize: Record<OauthProvider, string> = {
  google: "/oauth/google/o/oauth2/v2/auth",
  microsoft: "/oauth/microsoft/common/oauth2/v2.0/authorize",
};
const token: Record<OauthProvider, string> = {
  google: "/oauth/google/token",
  microsoft: "/oauth/microsoft/common/oauth2/v2.0/token",
};

export async function oauthRoutes(app: FastifyInstance, { network }: { network: Network }): Promise<void> {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.setErrorHandler((error: Error, _request, reply) => reply.code(400).send({ message: error.message }));
  for (const provider of oauthProviders) routesOf(app, network, provider);
}

function routesOf(app: FastifyInstance, network: Network, provider: OauthProvider): void {
  const { office } = mailWorldOf(network);
  const mailboxOf = (asked: Query) => office.find(asked.mailbox ?? "");
  const show = (reply: FastifyReply, { mailbox: _, ...asked }: Query) => {
    const mailboxes = office
      .mailboxes()
      .map((mailbox) => ({ mailbox, consented: hasConsent(network, mailbox) }));
    const page = consentPage({ provider, query: asked, mailboxes });
    return reply
      .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
      .type("text/html; charset=utf-8")
      .send(page);
  };
  app.get(authorize[provider], (request, reply) => show(reply, read(request)));

  app.get(`/oauth/${provider}/consent`, (request, reply) => {
    const asked = read(request);
    const mailbox = mailboxOf(asked);
    if (!mailbox) return reply.code(404).send({ message: "There is no such mailbox" });
    const { redirect_uri: redirectUri, code_challenge: challenge } = asked;
    const code = consent(network, mailbox, { provider, redirectUri, challenge });
    return reply.redirect(back(asked, { code }));
  });

  app.get(`/oauth/${provider}/withdraw`, (request, reply) => {
    const asked = read(request);
    const mailbox = mailboxOf(asked);
    if (mailbox) withdrawConsent(network, mailbox);
    return show(reply, asked);
  });

  app.get(`/oauth/${provider}/deny`, (request, reply) =>
    reply.redirect(back(read(request), { error: "access_denied" })),
  );

  app.post<{ Body: Record<string, string> }>(token[provider], (request, reply) => {
    try {
      return reply.send(issueTokens(network, provider, request.body));
    } catch (error) {
      if (!(error instanceof OauthRefusal)) throw error;
      const { error: code, message } = error;
      return reply
        .code(code === "invalid_client" ? 401 : 400)
        .send({ error: code, error_description: message });
    }
  });
}

function read({ query }: FastifyRequest): Query {
  const asked = query as Record<string, string>;
  const { redirect_uri = "", state, code_challenge, code_challenge_method } = asked;
  const isCallback = URL.canParse(redirect_uri) && new URL(redirect_uri).pathname === "/oauth/mail/callback";
  if (!isCallback || !state || !code_challenge || code_challenge_method !== "S256")
    throw new Error("redirect_uri, state or code_challenge is missing or wrong");
  return { ...asked, redirect_uri, state, code_challenge };
}

function back({ redirect_uri, state }: Query, more: Record<string, string>): string {
  const url = new URL(redirect_uri);
  for (const [name, value] of Object.entries({ ...more, state })) url.searchParams.set(name, value);
  return url.href;
}
