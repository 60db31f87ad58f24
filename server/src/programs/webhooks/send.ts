/** Sends deliveries. Those of a company that are claimed or answered at one moment share a unit of work. */

import { post } from "../../files/posting/post.ts";
import { together } from "../../floor/actors/together.ts";
import type { Context } from "../../floor/context.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import { isUnavailable } from "../../floor/database/unavailable.ts";
import { yieldToMessages } from "../../work/yield.ts";
import { type Claiming, claim } from "./claim.ts";
import { type Answered, settleAccepted, settleRefused } from "./settle.ts";

type Send = (payload: Tasks["send_webhook"], signal: AbortSignal) => Promise<boolean>;
type Company = {
  underWay: number;
  claim(payload: Tasks["send_webhook"]): Promise<Claiming>;
  settle(answered: Answered): Promise<boolean>;
};

/** Milliseconds in which answers gather: the receiver has the event, and only a further one of the subject waits. */
const gathered = 20;

/** Returns a function that sends the first due delivery of a subject, and says whether there may be more. */
export function createWebhookSender(context: Context): Send {
  const companies = new Map<string, Company>();

  function companyOf(id: string): Company {
    const company = companies.get(id) ?? {
      underWay: 0,
      claim: shared(
        (payloads: Tasks["send_webhook"][]) => claim(context, id, payloads),
        () => yieldToMessages(0),
      ),
      settle: shared(
        (answered: Answered[]) => settleAccepted(context, id, answered),
        () => yieldToMessages(gathered),
      ),
    };
    companies.set(id, company);
    return company;
  }

  return async function send(payload, signal) {
    const { companyId } = payload;
    const company = companyOf(companyId);
    company.underWay += 1;
    try {
      const claimed = await company.claim(payload);
      if (claimed === null || claimed === "dropped") return claimed === "dropped";
      const answer = await post(context.config, claimed, signal);
      // The process stops: another one sends it, since the claim ends with its process.
      if (!answer) return false;
      const answered = { claimed, answer };
      return answer.reason === null
        ? await company.settle(answered)
        : await settleRefused(context, companyId, answered);
    } finally {
      company.underWay -= 1;
      if (company.underWay === 0) companies.delete(companyId);
    }
  };
}

/** Items that fail together are tried one by one, so that one holds up no other. */
function shared<Item, Answer>(
  run: (items: Item[]) => Promise<Answer[]>,
  gather?: () => Promise<unknown>,
): (item: Item) => Promise<Answer> {
  const ask = together(async (items: Item[]): Promise<(() => Answer)[]> => {
    try {
      return (await run(items)).map((answer) => () => answer);
    } catch (error) {
      if (items.length === 1 || isUnavailable(error)) throw error;
    }
    const each: (() => Answer)[] = [];
    for (const item of items) each.push(await alone(item));
    return each;
  }, gather);
  const alone = async (item: Item): Promise<() => Answer> => {
    try {
      const [answer] = await run([item]);
      return () => answer as Answer;
    } catch (error) {
      return () => {
        throw error;
      };
    }
  };
  return async (item) => (await ask(item))();
}
