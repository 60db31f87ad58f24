/** The company's numbers as the provider knows them (business management API, phone numbers). */
import { type Reason, reasonOf } from "@parley/contract/reasons";
import type { WhatsappNumber } from "@parley/contract/whatsapp";
import { z } from "zod";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { inCompany } from "../../floor/database/scope.ts";
import type { ChannelRow } from "../seam/module.ts";
import { ask, listAccountRows, readCredentials } from "./accounts.ts";
import type { Credentials } from "./credentials.ts";

const text = z.string().nullish();
const record = z.object({
  id: z.string(),
  verified_name: text,
  code_verification_status: text,
  display_phone_number: text,
  quality_rating: text,
  throughput: z.object({ level: text }).nullish(),
  last_onboarded_time: text,
});
type NumberRecord = z.infer<typeof record>;

const page = z.object({
  data: z.array(record),
  paging: z.object({ next: text, cursors: z.object({ after: text }).nullish() }).nullish(),
});

const fields =
  "id,verified_name,code_verification_status,display_phone_number,quality_rating,throughput,last_onboarded_time";

/** The number of pages of 100. */
const mostPages = 20;

/** Lists the numbers of each business account. A value that the provider withholds is null, with the reason. */
export async function listNumbers(context: Context, caller: Caller): Promise<WhatsappNumber[]> {
  const rows = await inCompany(context, caller, listAccountRows);
  const accounts = rows.map((row) => ({ row, credentials: readCredentials(context, row) }));
  const byBusiness = Map.groupBy(accounts, ({ credentials }) => credentials && businessKey(credentials));
  const found = new Map<string, NumberRecord>();
  const reasons = new Map<string | null, Reason>([[null, reasonOf("credentials_unreadable")]]);
  await Promise.all(
    [...byBusiness].map(async ([key, [first]]) => {
      if (!first?.credentials) return;
      const listed = await listBusiness(context, first.credentials);
      for (const number of listed.numbers) found.set(number.id, number);
      if (listed.reason) reasons.set(key, listed.reason);
    }),
  );
  return accounts.map(({ row, credentials }) => {
    const reason = reasons.get(credentials && businessKey(credentials)) ?? reasonOf("number_not_in_account");
    const wabaId = credentials?.wabaId ?? null;
    return { ...viewNumber(row, found.get(row.external_id), reason), waba_id: wabaId };
  });
}

const businessKey = ({ wabaId, accessToken }: Credentials) => `${wabaId} ${accessToken}`;

async function listBusiness(
  context: Context,
  credentials: Credentials,
): Promise<{ numbers: NumberRecord[]; reason: Reason | null }> {
  const numbers: NumberRecord[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const answer = await ask(context, credentials.accessToken, `${credentials.wabaId}/phone_numbers`, {
      query: { fields, limit: 100, after },
      result: page,
    });
    if ("reason" in answer) return { numbers, reason: answer.reason };
    numbers.push(...answer.result.data);
    const { paging } = answer.result;
    after = paging?.next ? (paging.cursors?.after ?? undefined) : undefined;
    if (!after) break;
  }
  return { numbers, reason: null };
}

function viewNumber(
  row: ChannelRow,
  given: NumberRecord | undefined,
  reason: Reason,
): Omit<WhatsappNumber, "waba_id"> {
  return {
    id: row.external_id,
    channelid: row.id,
    verified_name: given?.verified_name ?? null,
    code_verification_status: given?.code_verification_status ?? null,
    display_phone_number: given?.display_phone_number ?? row.username,
    quality_rating: given?.quality_rating ?? null,
    throughput: { level: given?.throughput?.level ?? null },
    last_onboarded_time: timeOf(given?.last_onboarded_time),
    webhook_status: row.webhook_off_on ? "off" : "on",
    reason: given ? null : reason,
  };
}

/** The provider writes `+0000`, which not every browser reads. */
function timeOf(given: string | null | undefined): string | null {
  const time = new Date(given ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
