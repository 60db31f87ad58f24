/** "Send me a test": asks an account's provider, and sends a message; the administrator sees each step as it ends. */
import { randomUUID } from "node:crypto";
import type { ChannelTest, TestStep } from "@parley/contract/channels";
import type { Language } from "@parley/contract/sessions";
import type { Caller } from "../../floor/actors/caller.ts";
import { rooms } from "../../floor/actors/rooms.ts";
import type { Context } from "../../floor/context.ts";
import { type Desk, inCompany, type Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import type { Checkup, SendOutcome } from "../seam/adapter.ts";
import type { ChannelRow, TestMessage } from "../seam/module.ts";
import { askProvider, settleCheckup } from "./check.ts";
import { openChannel } from "./find.ts";
import { markBroken, markWorking } from "./health.ts";

/** Milliseconds for the check, and for the message: together less than a browser waits for an answer. */
const timeout = 8_000;

/**
 * Returns the steps that were reached. What they show of the account counts for its state. `returning`: the message is
 * awaited, and one more step is published.
 */
export async function testAccount(
  context: Context,
  caller: Caller,
  id: string,
  to: string | null,
): Promise<ChannelTest> {
  const { row, lang } = await inCompany(context, caller, (scope) => begin(scope, id));
  const steps: TestStep[] = [];
  let began = performance.now();
  const end = (step: Omit<TestStep, "ms">) => {
    const now = performance.now();
    const ended = { ...step, ms: Math.round(now - began) };
    began = now;
    steps.push(ended);
    const mine = [rooms.agent(caller.companyId, caller.id)];
    context.live.publish([
      { event: "channelTestStep", payload: { channelid: id, step: ended }, rooms: mine },
    ]);
  };
  const signal = AbortSignal.timeout(timeout);
  const checkup = await askProvider(context, row, {
    signal,
    accepted: () => end({ name: "credentials", ok: true }),
  });
  endCheck(checkup, steps, end);
  await settleCheckup(context, row, checkup);
  if (to === null || !steps[0]?.ok) return { steps, returning: false };
  began = performance.now();
  const outcome = await send(context, row, { to, text: texts[lang], agentId: caller.id });
  await settleSend(context, row, outcome);
  const ok = outcome.outcome === "sent";
  end(ok ? { name: "sending", ok } : { name: "sending", ok, reason: outcome.reason });
  return { steps, returning: ok && Boolean(context.channels.find(row.platform)?.mail) };
}

/** Ends the first two steps for an adapter that did not report the credentials itself. */
function endCheck(checkup: Checkup, steps: TestStep[], end: (step: Omit<TestStep, "ms">) => void): void {
  const { outcome } = checkup;
  const refused = outcome === "broken" || outcome === "unreachable";
  if (steps.length === 0)
    end({ name: "credentials", ok: !refused, ...(refused && { reason: checkup.reason }) });
  if (!steps[0]?.ok) return;
  const ok = outcome === "working";
  end(ok ? { name: "receiving", ok } : { name: "receiving", ok, reason: checkup.reason });
}

/** Records the test before it runs, whatever its result. */
async function begin(scope: Scope, id: string): Promise<{ row: ChannelRow; lang: Language }> {
  const row = await scope.db
    .selectFrom("channel")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .where("removed_on", "is", null)
    .executeTakeFirst();
  if (!row) throw notFound();
  await record(scope, { kind: "channel_test", subject: id, name: row.name, facts: {} });
  const { lang } = await scope.db
    .selectFrom("agent")
    .select("lang")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", scope.actor.id)
    .executeTakeFirstOrThrow();
  return { row, lang };
}

function send(context: Context, row: ChannelRow, test: TestMessage): Promise<SendOutcome> {
  const signal = AbortSignal.timeout(timeout);
  const { mail } = context.channels.find(row.platform) ?? {};
  if (mail) return mail.sendTest(context, row, test, signal);
  const message = {
    messageId: randomUUID(),
    to: test.to,
    type: "text",
    content: test.text,
    caption: null,
    file: null,
    replyToExternalId: null,
    ratingFor: null,
  } as const;
  const channel = openChannel(row, context.secrets);
  return context.adapters.of(row.platform).send(channel, message, signal);
}

async function settleSend(context: Context, row: ChannelRow, outcome: SendOutcome): Promise<void> {
  const desk: Desk = { kind: "desk", companyId: row.company_id };
  if (outcome.outcome === "sent") await inCompany(context, desk, (scope) => markWorking(scope, row.id));
  if (outcome.outcome !== "refused" || !outcome.channelBroken) return;
  await inCompany(context, desk, (scope) => markBroken(scope, row.id, outcome.reason));
}

const texts: Record<Language, string> = {
  en: "This is a test message from Parley.",
  af: "Hierdie is ’n toetsboodskap van Parley.",
  bg: "Това е пробно съобщение от Parley.",
  tr: "Bu, Parley’den gelen bir deneme mesajıdır.",
  es: "Este es un mensaje de prueba de Parley.",
  ru: "Это тестовое сообщение от Parley.",
  nl: "Dit is een testbericht van Parley.",
  ja: "これは Parley からのテストメッセージです。",
};
