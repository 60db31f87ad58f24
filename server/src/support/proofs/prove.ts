/** Notes what is proved of a client's identity, and what follows from it: proposals to merge, and an organisation. */
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { proposeAnew } from "../client/proposals.ts";
import { foldDomain } from "../organisations/domains.ts";
import { joinByAddress } from "../organisations/join.ts";

/** A number has digits alone, with the country's code. */
export type Proof = { kind: "address" | "number" | "subject"; value: string };
type Identity = { channelId: string; externalId: string };

/** The caller holds the identity's lock, and that of the ticket if one changes: the client is locked last. */
export async function prove(
  scope: Scope,
  { channelId, externalId }: Identity,
  proofs: Proof[],
): Promise<void> {
  const clientId = await clientOf(scope, { channelId, externalId });
  if (!clientId) return;
  const changed = await note(scope, { channelId, externalId }, proofs.flatMap(folded));
  if (changed) await proposeAnew(scope, clientId);
  const address = proofs.find(({ kind }) => kind === "address");
  if (address) await joinByAddress(scope, clientId, address.value);
}

async function clientOf({ db, companyId }: Scope, { channelId, externalId }: Identity) {
  const row = await db
    .selectFrom("client_identity")
    .select("client_id")
    .where("company_id", "=", companyId)
    .where("channel_id", "=", channelId)
    .where("external_id", "=", externalId)
    .executeTakeFirst();
  return row?.client_id;
}

/** One that cannot be compared is left out. */
function folded({ kind, value }: Proof): Proof[] {
  const text = kind === "address" ? foldAddress(value) : value.trim();
  return text && text.length <= 400 ? [{ kind, value: text }] : [];
}

/** The letters of the domain are folded, and of what stands before it their case. */
function foldAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = foldDomain(address.slice(at + 1));
  return at > 0 && domain ? `${address.slice(0, at).trim().toLowerCase()}@${domain}` : "";
}

/** Answers whether one is new. */
async function note({ db, companyId, now }: Scope, { channelId, externalId }: Identity, proofs: Proof[]) {
  if (proofs.length === 0) return false;
  const { numAffectedRows } = await sql`
    insert into identity_proof as old (company_id, channel_id, external_id, kind, value, proven_on)
    select ${companyId}, ${channelId}, ${externalId}, p.kind, p.value, ${now}
    from jsonb_to_recordset(${JSON.stringify(proofs)}::jsonb) as p(kind text, value text)
    on conflict (company_id, channel_id, external_id, kind) do update
      set value = excluded.value, proven_on = excluded.proven_on where old.value <> excluded.value`.execute(
    db,
  );
  return Number(numAffectedRows) > 0;
}
