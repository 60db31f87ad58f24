/** Every console of the company fetches a changed list anew. */
import { rooms } from "../../floor/actors/rooms.ts";
import { afterCommit } from "../../floor/ledger/subscribers.ts";

const kinds = ["tag_create", "tag_update", "tag_delete", "tag_merge", "company_update"] as const;

export const tagsLive = afterCommit(kinds, (scope, { kind, facts }) => {
  if (kind === "company_update" && !facts.fields.includes("tags_closed")) return;
  const tickets = kind === "tag_delete" || kind === "tag_merge";
  scope.publish("tagsChanged", { tickets }, [rooms.company(scope.companyId)]);
});
