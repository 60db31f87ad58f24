import type { Language } from "@parley/contract/sessions";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies } from "../../floor/database/scope.ts";
import { consume, type RateLimit, RateLimitReached } from "../../floor/limits/rate-limit.ts";
import { queueMail } from "../../mail/queue.ts";
import { sourceOf } from "../session/attempts.ts";
import type { Browser } from "../session/complete-sign-in.ts";
import { type Asking, accountKey, type Issued, issueCode } from "./codes.ts";

const hour = 3_600_000;
/** The limit of one network per address: four networks are needed to use up the address's limit. */
const perNetwork = { what: "codes by mail from a network", most: 5, perMilliseconds: hour };
/**
 * The limit of all strangers' codes to an address: with five tries a code, and six digits, an hour of guessing finds
 * one in ten thousand.
 */
const perAddress = { what: "codes by mail", most: 20, perMilliseconds: hour };
/** A device the account knows has a limit that no stranger can use up. */
const perDevice = { what: "codes by mail to a device", most: 10, perMilliseconds: hour };

/** Mails a code. The mail's composition decides whether the address has an account. */
export async function sendCode(
  context: Context,
  asking: Asking,
  { lang, from }: { lang: Language; from: Browser },
): Promise<Issued> {
  const now = context.clock();
  try {
    return await acrossCompanies(context, async (db) => {
      const issued = await issueCode(context, db, asking, now);
      if (issued.outcome === "wait") return issued;
      for (const [who, allowed] of turnsOf(asking, from)) {
        const milliseconds = await consume(db, now, who, allowed);
        if (milliseconds > 0) throw new RateLimitReached(milliseconds);
      }
      const { code, until } = issued;
      const content =
        asking.purpose === "registration"
          ? ({ kind: "registrationCode", code, lang } as const)
          : ({ kind: "resetCode", code } as const);
      await queueMail({ db, now, secrets: context.secrets }, { address: asking.email, content, until });
      return issued;
    });
  } catch (error) {
    if (!(error instanceof RateLimitReached)) throw error;
    return { outcome: "wait", milliseconds: error.milliseconds, own: false };
  }
}

function turnsOf({ purpose, email }: Asking, from: Browser): [string, RateLimit][] {
  const wanted = `${purpose} ${accountKey(email).toString("hex")}`;
  const source = sourceOf(from, { email });
  const own = `${wanted} ${source.name}`;
  if (source.own) return [[own, perDevice]];
  return [
    [own, perNetwork],
    [wanted, perAddress],
  ];
}
