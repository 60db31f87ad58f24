/** Shared bubbles, as administrators make, change and delete them. */
import { limits } from "@parley/contract/limits";
import { reasonOf } from "@parley/contract/reasons";
import type { MacroAction, SharedBubble, SharedWords } from "@parley/contract/shared-bubbles";
import { sql } from "kysely";
import { asJson } from "../../floor/database/json.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, invalid } from "../../floor/errors/errors.ts";
import { changesBetween } from "../../floor/ledger/changes.ts";
import { record } from "../../floor/ledger/record.ts";
import { lockOpenDepartments } from "../../people/departments/pick.ts";
import { selectTags, unknownTag } from "../tags/rows.ts";
import { lockHandler } from "../tickets/lock-handler.ts";
import { bubblesSeen, findSharedBubble, type SharedRow, viewBubble } from "./shared.ts";

export async function createSharedBubble(
  scope: Scope<AgentActor>,
  words: SharedWords,
): Promise<SharedBubble> {
  await lockShared(scope);
  await check(scope, words);
  if (words.content === "" && words.actions.length === 0) throw invalid("bubble_empty");
  await checkRoom(scope, 1);
  const row = await scope.db
    .insertInto("shared_bubble")
    .values({ company_id: scope.companyId, ...columns(scope, words), created_on: scope.now })
    .returningAll()
    .executeTakeFirstOrThrow();
  const facts = { bubble: row.id };
  await record(scope, { kind: "bubble_create", subject: scope.companyId, name: row.name, facts });
  return viewBubble(scope, row);
}

export async function updateSharedBubble(
  scope: Scope<AgentActor>,
  { bubbleid, ...words }: SharedWords & { bubbleid: string },
): Promise<SharedBubble> {
  await lockShared(scope);
  const before = await findSharedBubble(scope, bubbleid);
  await check(scope, words, bubbleid);
  const { files } = await viewBubble(scope, before);
  if (words.content === "" && words.actions.length === 0 && files.length === 0) throw invalid("bubble_empty");
  const row = await scope.db
    .updateTable("shared_bubble")
    .set(columns(scope, words))
    .where("company_id", "=", scope.companyId)
    .where("id", "=", bubbleid)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordUpdate(scope, before, changesBetween(audited(before), audited(row)));
  return viewBubble(scope, row);
}

/** Deletes the bubble with its files' rows; returns the keys of their bytes, to be removed after the commit. */
export async function deleteSharedBubble(scope: Scope<AgentActor>, id: string) {
  await lockShared(scope);
  const { name } = await findSharedBubble(scope, id);
  const gone = await scope.db
    .deleteFrom("file")
    .where("company_id", "=", scope.companyId)
    .where("id", "in", (eb) =>
      eb
        .selectFrom("shared_bubble_file")
        .select("file_id")
        .where("company_id", "=", scope.companyId)
        .where("bubble_id", "=", id),
    )
    .returning(["storage_key", "thumbnail_key"])
    .execute();
  await scope.db
    .deleteFrom("shared_bubble")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .execute();
  await record(scope, { kind: "bubble_delete", subject: scope.companyId, name, facts: { bubble: id } });
  return gone;
}

export async function recordUpdate(
  scope: Scope,
  { id, name }: Pick<SharedRow, "id" | "name">,
  changes: ReturnType<typeof changesBetween>,
): Promise<void> {
  const fields = Object.keys(changes);
  if (fields.length === 0) return;
  const facts = { bubble: id, fields };
  await record(scope, { kind: "bubble_update", subject: scope.companyId, name, facts, changes });
}

/** Serialises changes of the company's shared bubbles. */
export async function lockShared({ db, companyId }: Scope): Promise<void> {
  await db
    .selectFrom("company")
    .select("company_id")
    .where("company_id", "=", companyId)
    .forNoKeyUpdate()
    .execute();
}

export async function checkRoom(scope: Scope<AgentActor>, more: number): Promise<void> {
  const { count } = await bubblesSeen(scope)
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  if (Number(count) + more > limits.sharedBubbles)
    throw conflict("conflict", reasonOf("shared_bubbles_full", { max: limits.sharedBubbles }));
}

const columns = (scope: Scope, { departmentid, folder, name, content, language, actions }: SharedWords) => ({
  ...{ department_id: departmentid, folder, name, content, language, updated_on: scope.now },
  actions: asJson(actions),
});

const audited = ({ name, content, folder, language, department_id, actions }: SharedRow) => ({
  ...{ name, content, folder, language, department: department_id },
  actions: actions.map(({ kind }) => kind).join(", "),
});

async function check(scope: Scope<AgentActor>, words: SharedWords, own?: string): Promise<void> {
  if (words.departmentid) await lockOpenDepartments(scope, [words.departmentid]);
  await checkName(scope, words, own);
  for (const action of words.actions) await checkAction(scope, action);
}

async function checkName(
  scope: Scope,
  { departmentid, folder, name, language }: SharedWords,
  own: string | undefined,
): Promise<void> {
  const same = await scope.db
    .selectFrom("shared_bubble")
    .select(["id", "name"])
    .where("company_id", "=", scope.companyId)
    .where("department_id", "is not distinct from", departmentid)
    .where("language", "is not distinct from", language)
    .where(sql<boolean>`fold(folder) = fold(${folder}::text) and fold(name) = fold(${name}::text)`)
    .executeTakeFirst();
  if (same && same.id !== own) throw conflict("conflict", reasonOf("bubble_exists", { name: same.name }));
}

/** Refuses a tag, department or colleague that is not there. What leaves later is refused when the macro runs. */
async function checkAction(scope: Scope, action: MacroAction): Promise<void> {
  if (action.kind === "tag") {
    const ids = [...new Set([...action.add, ...action.remove].map((id) => id.toLowerCase()))];
    const tags = await selectTags(scope).where("id", "in", ids).execute();
    if (tags.length < ids.length) throw unknownTag();
  }
  if (action.kind === "move") {
    await lockOpenDepartments(scope, [action.newDepartment]);
    if (action.newUser) await lockHandler(scope, action.newUser, action.newDepartment);
  }
}
