/** Signing in at a provider. A server of this machine plays its endpoints, the simulator the mailbox. */
import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ChannelRow } from "@parley/contract/channels";
import { reasonOf } from "@parley/contract/reasons";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Mailbox as SimulatedMailbox } from "../../../../../simulator/src/email/mailbox.ts";
import { type MailServer, startMailServer } from "../../../../../simulator/src/email/server.ts";
import { Faults } from "../../../../../simulator/src/faults.ts";
import { createWorld, type World } from "../../../../../test/world.ts";
import { type MailCredentials, openCredentials } from "../account/credentials.ts";
import { signIn } from "../imap/sign-in.ts";
import { createMailSend } from "../smtp/send.ts";
import { submit } from "../smtp/submit.ts";
import { forgetToken, tokenOf } from "./access-token.ts";
import { ConsentWithdrawn } from "./ask-tokens.ts";
import { keepNewerToken } from "./keep-token.ts";

let world: World;
let mail: MailServer;
let mailbox: SimulatedMailbox;
let provider: Server;
/** The requests to the token endpoint, oldest first. */
let asked: Record<string, string>[];
let answer: (grant: Record<string, string>) => [status: number, body: object];
let number = 0;

beforeAll(async () => {
  mail = await startMailServer({ faults: new Faults(), now: () => Date.now() });
  provider = createServer(async (request, response) => {
    const grant = Object.fromEntries(new URLSearchParams(await text(request)));
    asked.push(grant);
    const [status, body] = answer(grant);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => provider.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  world = await createWorld({
    env: {
      MAIL_PRIVATE_HOSTS: "127.0.0.1",
      GOOGLE_CLIENT_ID: "the-client",
      GOOGLE_CLIENT_SECRET: "the-secret",
      // The world has both providers of the simulator.
      MICROSOFT_CLIENT_ID: "",
      MICROSOFT_CLIENT_SECRET: "",
      GOOGLE_OAUTH_URL: url,
      GOOGLE_IMAP_URL: `imap://127.0.0.1:${mail.imap.port}`,
      GOOGLE_SMTP_URL: `smtp://127.0.0.1:${mail.smtp.port}`,
    },
  });
});
afterAll(async () => {
  await world.close();
  await mail.close();
  provider.close();
});
beforeEach(() => {
  number += 1;
  mailbox = mail.office.create({ id: number, address: `help${number}@harbour.test`, name: "Help" });
  asked = [];
  answer = () => [200, tokens()];
});

/** Each answer has a new access token, which the mailbox then accepts. */
function tokens(more: object = {}) {
  const access_token = `access-${number}-${asked.length}`;
  mailbox.tokens.add(access_token);
  const id_token = `e30.${Buffer.from(JSON.stringify({ email: mailbox.address })).toString("base64url")}.x`;
  return { access_token, expires_in: 3600, refresh_token: `refresh-${number}`, id_token, ...more };
}
const begin = async (body: object = {}) =>
  world.as("ingrid").post("/begin-mail-sign-in", { provider: "google", name: "Help", ...body });
const consent = async () => new URL((await begin()).json<{ url: string }>().url).searchParams;
const back = (query: Record<string, string>, agent: "ingrid" | "freya" = "ingrid") =>
  world.as(agent).get(`/oauth/mail/callback?${new URLSearchParams(query)}`);
const result = async (query: Record<string, string>, agent?: "ingrid" | "freya") =>
  new URL(String((await back(query, agent)).headers.location)).searchParams;
const mailboxes = async () =>
  (await world.as("ingrid").get("/channels"))
    .json<ChannelRow[]>()
    .filter(({ platform }) => platform === "email");

async function connected() {
  const state = (await consent()).get("state") ?? "";
  const answer = await result({ state, code: "a-code" });
  const row = (await mailboxes()).find(({ username }) => username === mailbox.address);
  expect(answer.get("connected")).toBe(row?.channelid);
  if (!row) throw new Error("No mailbox was connected");
  const { credentials } = await world.desk("harbour", ({ db }) =>
    db.selectFrom("channel").selectAll().where("id", "=", row.channelid).executeTakeFirstOrThrow(),
  );
  return { row, credentials: openCredentials(world.context.secrets.open(credentials)) };
}

test("a sign-in at a provider does not begin signed out, without the right or from another site; one that is not set up names the missing settings", async () => {
  const body = { provider: "google", name: "Help" };
  expect((await world.stranger.post("/begin-mail-sign-in", body)).statusCode).toBe(401);
  expect((await world.as("mira").post("/begin-mail-sign-in", body)).statusCode).toBe(403);
  expect((await back({}, "freya")).statusCode).toBe(303);
  const reason = reasonOf("mail_oauth_not_set_up", {
    provider: "Microsoft",
    settings: "MICROSOFT_CLIENT_ID, MICROSOFT_CLIENT_SECRET",
  });
  expect((await begin({ provider: "microsoft" })).json()).toMatchObject({ reason });
  expect((await world.as("ingrid").get("/mail-sign-ins")).json()).toEqual([
    { provider: "google", name: "Google", missing: [] },
    { provider: "microsoft", name: "Microsoft", missing: ["MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"] },
  ]);
});

test("the code is exchanged with the challenge's verifier, and the mailbox gets the address that signed in", async () => {
  const asks = await consent();
  expect(Object.fromEntries(asks)).toMatchObject({
    response_type: "code",
    client_id: "the-client",
    redirect_uri: `${world.context.config.publicUrl}/oauth/mail/callback`,
    code_challenge_method: "S256",
    access_type: "offline",
  });
  expect((await result({ state: asks.get("state") ?? "", code: "a-code" })).has("connected")).toBe(true);
  const verifier = asked[0]?.code_verifier ?? "";
  expect(createHash("sha256").update(verifier).digest("base64url")).toBe(asks.get("code_challenge"));
  expect(asked[0]).toMatchObject({ code: "a-code", client_secret: "the-secret" });
  expect((await mailboxes()).map(({ username }) => username)).toContain(mailbox.address);
});

test("a state is valid once, in the session it was made for, and not for ever", async () => {
  const used = (await consent()).get("state") ?? "";
  await result({ state: used, code: "a-code" });
  const spent = "signup_over";
  expect((await result({ state: used, code: "a-code" })).get("failed")).toBe(spent);
  const foreign = (await consent()).get("state") ?? "";
  expect((await result({ state: foreign, code: "a-code" }, "freya")).get("failed")).toBe(spent);
  expect((await result({ state: "made-up", code: "a-code" })).get("failed")).toBe(spent);
  // A wrong state consumes the sign-in that had begun.
  expect((await result({ state: foreign, code: "a-code" })).get("failed")).toBe(spent);
  const late = (await consent()).get("state") ?? "";
  world.clock.advance(16 * 60_000);
  expect((await result({ state: late, code: "a-code" })).get("failed")).toBe(spent);
});

test("a refused consent, a refused code and a missing right connect nothing and say why", async () => {
  const before = await mailboxes();
  const failed = async (query: object) =>
    (await result({ state: (await consent()).get("state") ?? "", ...query })).get("failed");
  expect(await failed({ error: "access_denied" })).toBe("mail_consent_refused");
  const denied = await result({ state: (await consent()).get("state") ?? "", error: "access_denied" });
  expect(denied.get("at")).toBe("google");
  answer = () => [400, { error: "invalid_grant" }];
  expect(await failed({ code: "old" })).toBe("mail_consent_withdrawn");
  answer = () => [500, { error: "server_error" }];
  expect(await failed({ code: "a-code" })).toBe("answer_unreadable");
  answer = () => [200, { ...tokens(), refresh_token: undefined }];
  expect(await failed({ code: "a-code" })).toBe("permission_missing");
  mailbox.tokens.clear();
  answer = () => [200, { ...tokens(), access_token: "not-taken" }];
  expect(await failed({ code: "a-code" })).toBe("mail_sign_in_refused");
  expect(await mailboxes()).toEqual(before);
});

test("all who need a token at once share one call, and a refused token is replaced", async () => {
  const { credentials } = await connected();
  const { config } = world.context;
  const before = asked.length;
  const all = await Promise.all(Array.from({ length: 20 }, () => tokenOf(config, credentials)));
  expect(new Set(all).size).toBe(1);
  expect(asked.length).toBeLessThanOrEqual(before + 1);
  mailbox.tokens.clear();
  const { imap } = credentials;
  if (!imap) throw new Error("It has no IMAP");
  const client = await signIn(config, { ...credentials, imap }, { companyId: "harbour" });
  expect(client.usable).toBe(true);
  client.close();
});

test("a withdrawn consent is told apart from a provider that fails", async () => {
  const { credentials } = await connected();
  const { imap } = credentials;
  if (!imap) throw new Error("It has no IMAP");
  mailbox.tokens.clear();
  answer = () => [400, { error: "invalid_grant", error_description: "Token has been revoked." }];
  await expect(
    signIn(world.context.config, { ...credentials, imap }, { companyId: "harbour" }),
  ).rejects.toThrow(ConsentWithdrawn);
  answer = () => [503, {}];
  await expect(
    signIn(world.context.config, { ...credentials, imap }, { companyId: "harbour" }),
  ).rejects.toMatchObject({
    refused: false,
    reason: { code: "answer_unreadable" },
  });
});

test("a newly issued refresh token is stored, and its access token goes on", async () => {
  const { row } = await connected();
  const find = () =>
    world.desk("harbour", ({ db }) =>
      db.selectFrom("channel").selectAll().where("id", "=", row.channelid).executeTakeFirstOrThrow(),
    );
  const credentialsOf = async () => openCredentials(world.context.secrets.open((await find()).credentials));
  answer = () => [200, tokens({ refresh_token: `newer-${number}` })];
  const before = await credentialsOf();
  forgetToken(before);
  const token = await tokenOf(world.context.config, before);
  const kept = await keepNewerToken(world.context, await find());
  expect(await credentialsOf()).toMatchObject({ oauth: { refreshToken: `newer-${number}` } });
  expect(kept.credentials).toEqual((await find()).credentials);
  const calls = asked.length;
  expect(await tokenOf(world.context.config, await credentialsOf())).toBe(token);
  expect(await keepNewerToken(world.context, kept)).toBe(kept);
  expect(asked).toHaveLength(calls);
});

const submission = () => ({
  envelope: { from: mailbox.address, to: ["rosa@mail.test"] },
  raw: Buffer.from("Message-ID: <oauth@harbour.test>\r\nSubject: One\r\n\r\nHello\r\n"),
});
const send = (credentials: MailCredentials) =>
  submit(world.context.config, credentials, "<oauth@harbour.test>", submission(), AbortSignal.timeout(5000));

test("a mail is sent with an access token, and with another once the server refuses the old one", async () => {
  const { credentials } = await connected();
  expect(await send(credentials)).toMatchObject({ outcome: "sent" });
  const before = asked.length;
  mailbox.tokens.clear();
  expect(await send(credentials)).toMatchObject({ outcome: "sent" });
  expect(asked).toHaveLength(before + 1);
  mailbox.tokens.clear();
  answer = () => [400, { error: "invalid_grant" }];
  expect(await send(credentials)).toMatchObject({
    ...{ outcome: "refused", channelBroken: true, reason: { code: "mail_consent_withdrawn" } },
  });
  answer = () => [503, {}];
  expect(await send(credentials)).toMatchObject({ outcome: "tryAgain" });
});

test("a mail whose answer was lost is settled by its Message-ID in Sent, where the provider keeps it", async () => {
  const { row, credentials } = await connected();
  const channel = {
    ...{ companyId: row.channelid, id: row.channelid, platform: "email" as const, name: "Help" },
    ...{ externalId: mailbox.address, credentials: JSON.stringify(credentials) },
  };
  const message = (ref: string) => ({
    ...{ messageId: ref, to: "rosa@mail.test", type: "text" as const, content: "Hello", caption: null },
    ...{ file: null, replyToExternalId: null, ratingFor: null },
    mail: {
      ...{
        ref: `<${ref}@harbour.test>`,
        references: [],
        subject: "One",
        html: null,
        files: [],
        quoted: null,
      },
      ...{
        from: { name: "Help", address: mailbox.address },
        to: [{ name: null, address: "rosa@mail.test" }],
      },
      ...{ cc: [], bcc: [], on: new Date(), automatic: false, ticketId: row.channelid },
      ...{ sign: (given: string) => given, publicUrl: "https://desk.test" },
    },
  });
  const go = (ref: string) =>
    createMailSend(world.context.config)(channel, message(ref) as never, AbortSignal.timeout(5000));
  const lost = { kind: "acceptThenDrop", method: "smtp.data" } as const;
  mailbox.filesSent = true;
  mail.office.faults.add(lost);
  expect(await go("found")).toMatchObject({ outcome: "sent", externalId: "<found@harbour.test>" });
  mailbox.filesSent = false;
  mail.office.faults.add(lost);
  expect(await go("missing")).toMatchObject({ outcome: "unknown", reason: { code: "perhaps_arrived" } });
  mail.office.faults.clear();
});

test("neither tokens nor secrets are logged", () => {
  const logged = world.logged.join("");
  for (const secret of ["the-secret", "refresh-", "access-", "a-code"]) expect(logged).not.toContain(secret);
});
