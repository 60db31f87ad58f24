/** The numbers of a WhatsApp Business account. */
import { z } from "zod";
import type { Answer, Graph } from "./api.ts";

const record = z.object({
  id: z.string(),
  display_phone_number: z.string().default(""),
  verified_name: z.string().default(""),
});
export type NumberRecord = z.infer<typeof record>;

const page = z.object({
  data: z.array(record),
  paging: z
    .object({ next: z.string().optional(), cursors: z.object({ after: z.string().optional() }).optional() })
    .optional(),
});

/** Pages of 100 numbers; no account has more. */
const mostPages = 20;

type Wanted = { accessToken: string; wabaId: string; phoneNumberId: string; proof: string | null };

/** Null: the account has no such number. */
export async function findNumber(
  graph: Graph,
  { accessToken, wabaId, phoneNumberId, proof }: Wanted,
  signal: AbortSignal,
): Promise<Answer<NumberRecord | null>> {
  let after: string | undefined;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const fields = "id,verified_name,display_phone_number";
    const query = { fields, limit: 100, after, appsecret_proof: proof ?? undefined };
    const answer = await graph.call(accessToken, `${wabaId}/phone_numbers`, { query, result: page, signal });
    if (answer.outcome !== "ok") return answer;
    const { data, paging } = answer.result;
    const found = data.find(({ id }) => id === phoneNumberId);
    if (found) return { outcome: "ok", result: found };
    after = paging?.next ? paging.cursors?.after : undefined;
    if (!after) break;
  }
  return { outcome: "ok", result: null };
}
