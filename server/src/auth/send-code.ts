import type { Language } from "@parley/contract/sessions";
import type { Context } from "../context.ts";
import { acrossCompanies } from "../database/scope.ts";
import { queueMail } from "../mail/queue.ts";
import { type Asking, accountKey, type Issued, issueCode } from "./codes.ts";
import { takeTurn } from "./turns.ts";

/** With five tries a code, and six digits, an hour of guessing finds one in twenty thousand. */
const perAccount = { what: "codes by mail", most: 10, perMilliseconds: 3_600_000 };

/**
 * Mails a code. What is done does not depend on whether the address has an account: that is found out when the mail
 * is composed.
 */
export async function sendCode(context: Context, asking: Asking, lang: Language): Promise<Issued> {
  const now = context.clock();
  try {
    return await acrossCompanies(context, async (db) => {
      const issued = await issueCode(context, db, asking, now);
      if (issued.outcome === "wait") return issued;
      const account = accountKey(asking.email).toString("hex");
      const milliseconds = await takeTurn(db, now, `${asking.purpose} ${account}`, perAccount);
      if (milliseconds > 0) throw new NoTurnLeft(milliseconds);
      const { code, until } = issued;
      const content =
        asking.purpose === "registration"
          ? ({ kind: "registrationCode", code, lang } as const)
          : ({ kind: "resetCode", code } as const);
      await queueMail({ db, now, secrets: context.secrets }, { address: asking.email, content, until });
      return issued;
    });
  } catch (error) {
    if (!(error instanceof NoTurnLeft)) throw error;
    return { outcome: "wait", milliseconds: error.milliseconds, own: false };
  }
}

/** Leaves the code before as it was: thrown, so that nothing of it is kept. */
export class NoTurnLeft extends Error {
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super("No code is left for this hour");
    this.milliseconds = milliseconds;
  }
}
