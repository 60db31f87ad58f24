import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";

type DepartmentSignature = { departmentid: string; html: string };

/** Stored unchanged: sending sanitises the whole mail, and the console draws it with its editor's schema. */
export async function saveSignature(scope: Scope<AgentActor>, html: string): Promise<{ html: string }> {
  const { id, name } = scope.actor;
  const { signature } = await scope.db
    .selectFrom("agent")
    .select("signature")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (signature === html) return { html };
  await scope.db
    .updateTable("agent")
    .set({ signature: html })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .execute();
  const changes = changeOf(signature, html);
  await record(scope, { kind: "agent_signature", subject: id, name, facts: {}, changes });
  return { html };
}

/** The change as text: the log shows no markup. */
const changeOf = (from: string, to: string) => ({ signature: { from: textOf(from), to: textOf(to) } });

const longestText = 500;
const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, longestText);

export function listSignatures(scope: Scope): Promise<DepartmentSignature[]> {
  return scope.db
    .selectFrom("department")
    .select(["id as departmentid", "signature as html"])
    .where("company_id", "=", scope.companyId)
    .where("deleted_on", "is", null)
    .orderBy("name")
    .execute();
}

/** 404 for an unknown department. */
export async function saveDepartmentSignature(
  scope: Scope,
  { departmentid, html }: DepartmentSignature,
): Promise<DepartmentSignature> {
  const before = await scope.db
    .selectFrom("department")
    .select(["name", "signature"])
    .where("company_id", "=", scope.companyId)
    .where("id", "=", departmentid)
    .where("deleted_on", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new Refusal(404, "not_found", "department_not_found");
  const { name, signature } = before;
  if (signature === html) return { departmentid, html };
  await scope.db
    .updateTable("department")
    .set({ signature: html })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", departmentid)
    .execute();
  const changes = changeOf(signature, html);
  await record(scope, { kind: "department_signature", subject: departmentid, name, facts: {}, changes });
  return { departmentid, html };
}
