import { limits } from "@parley/contract/limits";
import type {
  dismissMergeProposal as dismissBody,
  MergeProposal,
  MergeProposalQuery,
  MergeProposals,
} from "@parley/contract/merge-proposals";
import { sql } from "kysely";
import type { z } from "zod";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { dismiss } from "../client/proposals.ts";
import { accessClient } from "./access.ts";
import { viewClients } from "./view.ts";

type Pair = { first_id: string; second_id: string; proposed_on: Date };

/** A page of the open proposals, oldest first: of one client, or of all. */
export async function listMergeProposals(
  scope: Scope,
  { client, after }: MergeProposalQuery,
): Promise<MergeProposals> {
  let query = open(scope, client)
    .selectAll("merge_proposal")
    .orderBy("proposed_on")
    .orderBy("first_id")
    .orderBy("second_id")
    .limit(limits.mergeProposalsPage);
  if (after) {
    const [first, second] = after.split(" ") as [string, string];
    query = query.where(
      sql<boolean>`(proposed_on, first_id, second_id) > (
        select proposed_on, first_id, second_id from merge_proposal
        where company_id = ${scope.companyId} and first_id = ${first}::uuid and second_id = ${second}::uuid)`,
    );
  }
  const pairs = await query.execute();
  const counted = await scope.db
    .selectFrom(open(scope, client).select("first_id").limit(limits.mergeProposalsCounted).as("some"))
    .select(({ fn }) => fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return { proposals: await viewPairs(scope, pairs), total: Number(counted.total) };
}

function open({ db, companyId }: Scope, client: string | undefined) {
  const all = db
    .selectFrom("merge_proposal")
    .where("merge_proposal.company_id", "=", companyId)
    .where("merge_proposal.dismissed_on", "is", null);
  return client ? all.where((eb) => eb.or([eb("first_id", "=", client), eb("second_id", "=", client)])) : all;
}

async function viewPairs(scope: Scope, pairs: Pair[]): Promise<MergeProposal[]> {
  if (pairs.length === 0) return [];
  const ids = [...new Set(pairs.flatMap(({ first_id, second_id }) => [first_id, second_id]))];
  const records = await scope.db
    .selectFrom("client")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "in", ids)
    .execute();
  const rows = new Map((await viewClients(scope, records)).map((row) => [row.clientid, row]));
  const proofs = await proofsOf(scope, ids);
  return pairs.flatMap(({ first_id, second_id, proposed_on }) => {
    const [one, other] = [rows.get(first_id), rows.get(second_id)];
    if (!one || !other) return [];
    const older = one.created_on <= other.created_on;
    const theirs = new Set(proofs.get(second_id)?.map(keyOf));
    const reasons = proofs.get(first_id)?.filter((proof) => theirs.has(keyOf(proof))) ?? [];
    return [
      {
        ...(older ? { client: one, other } : { client: other, other: one }),
        reasons: [...new Map(reasons.map((reason) => [keyOf(reason), reason])).values()],
        proposed_on: proposed_on.toISOString(),
      },
    ];
  });
}

type Reason = MergeProposal["reasons"][number];
const keyOf = ({ kind, value }: Reason) => `${kind} ${value}`;

/** Reads what clients have proved, by client. */
async function proofsOf({ db, companyId }: Scope, ids: string[]): Promise<Map<string, Reason[]>> {
  const rows = await db
    .selectFrom("client_identity as identity")
    .innerJoin("identity_proof as proof", (join) =>
      join
        .onRef("proof.company_id", "=", "identity.company_id")
        .onRef("proof.channel_id", "=", "identity.channel_id")
        .onRef("proof.external_id", "=", "identity.external_id"),
    )
    .select(["identity.client_id", "proof.kind", "proof.value"])
    .where("identity.company_id", "=", companyId)
    .where("identity.client_id", "in", ids)
    .orderBy("proof.kind")
    .execute();
  const proofs = new Map<string, Reason[]>();
  for (const { client_id, kind, value } of rows)
    proofs.set(client_id, [...(proofs.get(client_id) ?? []), { kind, value }]);
  return proofs;
}

/** The two are different people. 404 for a pair that is not proposed. */
export async function dismissMergeProposal(
  scope: Scope<AgentActor>,
  { clientid, otherid }: z.output<typeof dismissBody>,
): Promise<Record<string, never>> {
  const [client, other] = [await accessClient(scope, clientid), await accessClient(scope, otherid)];
  if (!(await dismiss(scope, client.id, other.id))) throw notFound();
  await record(scope, {
    kind: "client_apart",
    subject: client.id,
    name: client.name,
    facts: { other: other.id },
    changes: { apart: { from: null, to: other.name } },
  });
  return {};
}
