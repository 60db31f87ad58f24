/** A page vouches for its visitor by a JWT (RFC 7519) that it signed with the web chat's secret. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { isPlaceholder } from "@parley/contract/client-name";
import { limits } from "@parley/contract/limits";
import { reasonOf } from "@parley/contract/reasons";
import { loose, saidPairs, saidWords } from "@parley/contract/said";
import type { Visitor } from "@parley/contract/visitors";
import type { Updateable } from "kysely";
import { z } from "zod";
import { audienceOf } from "../../../floor/actors/rooms.ts";
import type { Context } from "../../../floor/context.ts";
import type { VisitorTable } from "../../../floor/database/schema.ts";
import { inCompany, lockName, type Scope } from "../../../floor/database/scope.ts";
import { Refusal } from "../../../floor/errors/errors.ts";
import { mergeClients } from "../../../support/clients/merge.ts";
import { type Proof, prove } from "../../../support/proofs/prove.ts";
import { lockTicketsOfClient, viewTicketsOfClient } from "../../../support/tickets/of-client.ts";
import { findClient } from "../../inbound/client.ts";
import { beginVisitor, insertVisitor } from "./begin.ts";
import type { Presented } from "./channel.ts";
import { viewVisitor } from "./me.ts";
import { findSession, insertSession, isIdentified, type Session } from "./session.ts";
import { endSockets } from "./signals.ts";

type Why = "malformed" | "wrong_algorithm" | "bad_signature" | "expired" | "too_long" | "no_subject";

const refused = (why: Why) => new Refusal(400, "identify_refused", reasonOf("identify_refused", { why }));

const claims = z.object({
  sub: loose(
    z
      .string()
      .trim()
      .min(1)
      .max(200)
      .regex(/^[^\0]*$/),
  ),
  exp: loose(z.number()),
  name: saidWords(100),
  email: loose(z.email().max(320)),
  about: saidPairs,
});
type Claims = z.output<typeof claims> & { sub: string };

/** Seconds. The longest life of a proof. */
const longest = 24 * 3600;

/** Accepts HS256 alone: a token that names another algorithm, or none, is refused before its signature is checked. */
export function readProof(jwt: string, secret: string, now: Date): Claims {
  const [head = "", payload = "", signature = "", ...more] = jwt.split(".");
  if (!head || !payload || more.length > 0) throw refused("malformed");
  const header = parse(head, z.object({ alg: z.string() }));
  if (header.alg !== "HS256") throw refused("wrong_algorithm");
  const expected = createHmac("sha256", secret).update(`${head}.${payload}`).digest();
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refused("bad_signature");
  const { sub, exp, ...rest } = parse(payload, claims);
  const seconds = now.getTime() / 1000;
  if (exp === undefined || exp <= seconds) throw refused("expired");
  if (exp > seconds + longest) throw refused("too_long");
  if (!sub) throw refused("no_subject");
  return { ...rest, exp, sub };
}

function parse<Shape extends z.ZodType>(part: string, shape: Shape): z.output<Shape> {
  try {
    return shape.parse(JSON.parse(Buffer.from(part, "base64url").toString("utf8")));
  } catch {
    throw refused("malformed");
  }
}

type Identified = { visitor: Visitor | null; restart?: true };

/**
 * Makes the browser's visitor the page's. An earlier anonymous one of this browser is merged, with their conversations.
 */
export async function identifyVisitor(
  context: Context,
  presented: Presented,
  jwt: string,
  language: string,
): Promise<Identified> {
  const { companyId, credentials: secret } = presented.channel;
  const proof = readProof(jwt, secret, context.clock());
  const externalId = `sub:${proof.sub}`;
  const done = await inCompany(context, { kind: "desk", companyId }, async (scope) => {
    await holdIdentity(scope, presented, externalId);
    const session = await findSession(scope, presented);
    if (session && isIdentified(session) && session.externalId !== externalId)
      return { restart: true } as const;
    const joined = session && session.externalId !== externalId ? session.externalId : null;
    await signInAs(scope, presented, { session, externalId, proof, language });
    await prove(scope, { channelId: presented.row.id, externalId }, proofsOf(proof));
    const after = await findSession(scope, presented);
    if (!after) throw new Error("An identified visitor has no session");
    return { visitor: viewVisitor(after), joined };
  });
  if ("restart" in done) return { visitor: null, restart: true };
  if (done.joined) endSockets(context, presented.row, done.joined);
  return { visitor: done.visitor };
}

/** The page vouches for its subject, and for the address that it knows of them. */
const proofsOf = ({ sub, email }: Claims): Proof[] => [
  { kind: "subject", value: sub },
  ...(email ? [{ kind: "address" as const, value: email }] : []),
];

/** Serialises two browsers of one person that are identified at once. */
const holdIdentity = (scope: Scope, { row }: Presented, externalId: string): Promise<void> =>
  lockName(scope, `${row.id} ${externalId}`);

type SigningIn = { session: Session | null; externalId: string; proof: Claims; language: string };

async function signInAs(scope: Scope, presented: Presented, signingIn: SigningIn): Promise<void> {
  const { session, externalId, proof, language } = signingIn;
  const { name, email, about } = proof;
  const place = { scope, channel: presented.channel };
  const known = await findClient(place, externalId);
  if (!session && !known) {
    await beginVisitor(scope, presented, { externalId, name: name || proof.sub, email, language });
    return noteAbout(scope, presented, externalId, about);
  }
  if (!session) await insertSession(scope, presented, externalId);
  else if (session.externalId !== externalId) await join(scope, presented, session, { known, ...signingIn });
  await fillVisitor(scope, presented, { externalId, name: name || proof.sub, email });
  await noteAbout(scope, presented, externalId, about);
}

async function join(
  scope: Scope,
  presented: Presented,
  session: Session,
  { known, externalId, language }: SigningIn & { known: { id: string } | undefined },
): Promise<void> {
  const { companyId: company_id } = scope;
  const channel_id = presented.row.id;
  if (!known) {
    const { lang, country, clientId } = session;
    await scope.db
      .insertInto("client_identity")
      .values({
        company_id,
        channel_id,
        external_id: externalId,
        client_id: clientId,
        lang,
        country,
        created_on: scope.now,
      })
      .execute();
    await insertVisitor(scope, presented, { externalId, email: session.email ?? undefined, language });
  } else if (known.id !== session.clientId) await mergeClients(scope, known.id, session.clientId);
  await scope.db
    .updateTable("client_identity")
    .set({ alias: externalId })
    .where("company_id", "=", company_id)
    .where("channel_id", "=", channel_id)
    .where("external_id", "=", session.externalId)
    .execute();
  await scope.db
    .updateTable("visitor_session")
    .set({ external_id: externalId })
    .where("company_id", "=", company_id)
    .where("channel_id", "=", channel_id)
    .where("external_id", "=", session.externalId)
    .execute();
}

/** The last proof that has it holds. */
async function noteAbout(
  scope: Scope,
  presented: Presented,
  externalId: string,
  about: Claims["about"],
): Promise<void> {
  if (about) await updateVisitor(scope, presented, externalId, { about: JSON.stringify(about) });
}

/** The browser in which the visitor begins a conversation. */
export async function noteBrowser(
  scope: Scope,
  presented: Presented,
  externalId: string,
  time_zone: string | undefined,
): Promise<void> {
  const { browser } = presented;
  if (!browser && !time_zone) return;
  await updateVisitor(scope, presented, externalId, {
    ...(browser && { browser }),
    ...(time_zone && { time_zone }),
  });
}

async function updateVisitor(
  { db, companyId }: Scope,
  { row }: Presented,
  externalId: string,
  to: Updateable<VisitorTable>,
): Promise<void> {
  await db
    .updateTable("visitor")
    .set(to)
    .where("company_id", "=", companyId)
    .where("channel_id", "=", row.id)
    .where("external_id", "=", externalId)
    .execute();
}

type Given = { externalId: string; name?: string | undefined; email?: string | null | undefined };

/** Fills in unknown fields; a name that was given before stays. */
export async function fillVisitor(
  scope: Scope,
  presented: Presented,
  { externalId, name, email }: Given,
): Promise<void> {
  const client = name && (await findClient({ scope, channel: presented.channel }, externalId));
  if (client && isPlaceholder(client.name)) await nameClient(scope, client.id, name);
  if (email) await setEmail(scope, { channelId: presented.row.id, externalId }, email);
}

/** The visitor's tickets show the name, so agents get them again. */
async function nameClient(scope: Scope, id: string, name: string): Promise<void> {
  const tickets = await lockTicketsOfClient(scope, [id], limits.clientTicketsPublished);
  await scope.db
    .updateTable("client")
    .set({ name })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .execute();
  for (const ticket of await viewTicketsOfClient(scope, tickets))
    scope.publish("updateTicket", ticket, audienceOf(scope.companyId, ticket.departmentid, ticket.ticketid));
}

export async function setEmail(
  { db, companyId }: Scope,
  { channelId, externalId }: Pick<Session, "channelId" | "externalId">,
  email: string,
): Promise<void> {
  await db
    .updateTable("visitor")
    .set({ email, mails_off_on: null })
    .where("company_id", "=", companyId)
    .where("channel_id", "=", channelId)
    .where("external_id", "=", externalId)
    .execute();
}
