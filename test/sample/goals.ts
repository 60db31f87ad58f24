/** Response goals of the sample company, whose tickets are in time, due soon, overdue, paused and answered. */
import type { TagList } from "@parley/contract/tags";
import type { DeskClient } from "./desk-client.ts";

export async function plantGoals(admin: DeskClient): Promise<void> {
  const { tags } = await admin.get<TagList>("/tags");
  const regular = tags.filter(({ name }) => name === "Regular client").map(({ tagid }) => tagid);
  const each = (normal: number, urgent: number) => ({ low: normal * 2, normal, high: normal, urgent });
  const policies = [
    {
      name: "Regular clients",
      condition: { field: "client_tags", operator: "one_of", value: regular },
      targets: { first: each(15, 10), next: each(30, 15), solved: each(8 * 60, 4 * 60) },
      in_hours: true,
    },
    {
      name: "Everyone",
      condition: { all: [] },
      targets: { first: each(60, 12), next: each(90, 30), solved: each(3 * 24 * 60, 24 * 60) },
      in_hours: false,
    },
  ];
  for (const policy of policies) await admin.post("/create-goal-policy", { pauses: true, ...policy });
}
