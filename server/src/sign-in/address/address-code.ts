/** A code that proves that an agent reads an address: the one they were registered with, or the one they want. */
import type { Language } from "@parley/contract/sessions";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies } from "../../floor/database/scope.ts";
import { invalid } from "../../floor/errors/errors.ts";
import { consume, RateLimitReached } from "../../floor/limits/rate-limit.ts";
import { queueMail } from "../../mail/queue.ts";
import { accountKey, consumeCode, type Issued, issueCode } from "../codes/codes.ts";
import { refusals } from "../codes/verify-code.ts";

export type AddressAsking = { agentId: string; email: string; name: string; lang: Language };

const perAgent = { what: "codes for an address", most: 10, perMilliseconds: 3_600_000 };
/** The limit of all companies together, so that a stranger's address is not flooded. */
const perAddress = { what: "codes to an address", most: 30, perMilliseconds: 3_600_000 };

/** Any browser of the agent may use the code, since it is only asked for after the password. */
export async function sendAddressCode(context: Context, asking: AddressAsking): Promise<Issued> {
  const now = context.clock();
  const { agentId, email, name, lang } = asking;
  try {
    return await acrossCompanies(context, async (db) => {
      const issued = await issueCode(context, db, codeOf(asking), now);
      if (issued.outcome === "wait") return issued;
      const turns = [
        await consume(db, now, agentId, perAgent),
        await consume(db, now, accountKey(email).toString("hex"), perAddress),
      ];
      if (Math.max(...turns) > 0) throw new RateLimitReached(Math.max(...turns));
      const content = { kind: "confirmAddress", code: issued.code, agentId, name, lang } as const;
      await queueMail(
        { db, now, secrets: context.secrets },
        { address: email, content, until: issued.until },
      );
      return issued;
    });
  } catch (error) {
    if (!(error instanceof RateLimitReached)) throw error;
    return { outcome: "wait", milliseconds: error.milliseconds, own: false };
  }
}

/** Consumes a right code. Throws 400 with the catalogue's text. */
export async function checkAddressCode(
  context: Context,
  asking: Pick<AddressAsking, "agentId" | "email">,
  code: string,
): Promise<void> {
  // The refusal is thrown after the commit: a wrong try must stay counted.
  const outcome = await acrossCompanies(context, (db) =>
    consumeCode(context, db, codeOf(asking), code, context.clock()),
  );
  if (outcome !== "right") throw invalid(refusals[outcome]);
}

/**
 * The key includes the agent, so that another company's agent who claims the same address neither sees nor consumes
 * this code.
 */
const codeOf = ({ agentId, email }: Pick<AddressAsking, "agentId" | "email">) => ({
  purpose: "address" as const,
  email: `${agentId} ${email}`,
  browser: agentId,
});
