/** Checks that a number's token still works, the number is connected, and its calls come to us. */
import { reasonOf } from "@parley/contract/reasons";
import { z } from "zod";
import type { Channel, Checkup } from "../seam/adapter.ts";
import { type Graph, provider } from "./api.ts";
import { credentialsOf } from "./credentials.ts";
import { meaningOf } from "./refused.ts";
import { webhookOf } from "./settings.ts";

const number = z.object({
  display_phone_number: z.string().default(""),
  status: z.string().optional(),
  quality_rating: z.string().optional(),
  webhook_configuration: z.object({ phone_number: z.string().optional() }).optional(),
});

const poorQuality: Record<string, "quality_medium" | "quality_low"> = {
  YELLOW: "quality_medium",
  RED: "quality_low",
};

export async function checkWhatsApp(
  graph: Graph,
  channel: Channel,
  calledAt: string | null,
  signal: AbortSignal,
  accepted: () => void = () => undefined,
): Promise<Checkup> {
  const { accessToken, phoneNumberId, app } = credentialsOf(channel);
  const query = { fields: "display_phone_number,status,quality_rating,webhook_configuration" };
  const answer = await graph.call(accessToken, phoneNumberId, { query, result: number, signal });
  if (answer.outcome === "refused") {
    const { meaning, reason } = meaningOf(answer.code, answer.says);
    if (meaning === "broken") return { outcome: "broken", reason, mend: "connect_again" };
    return { outcome: "unreachable", reason };
  }
  if (answer.outcome !== "ok") return { outcome: "unreachable", reason: answer.reason };
  accepted();
  const { display_phone_number: name, webhook_configuration: called, quality_rating } = answer.result;
  const wanted = calledAt && webhookOf(calledAt, app ? channel.id : null);
  const url = called?.phone_number;
  if (wanted && url && url !== wanted) {
    const host = URL.canParse(url) ? new URL(url).host : "?";
    const reason = reasonOf("called_elsewhere", { provider, host });
    return { outcome: "broken", reason, mend: "check_address" };
  }
  const poor = quality_rating && poorQuality[quality_rating];
  if (poor) return { outcome: "attention", reason: reasonOf(poor, { provider }), mend: "check_quality" };
  return { outcome: "working", says: `${name || phoneNumberId} answers` };
}
