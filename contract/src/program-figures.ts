/** The figures as programs read them. */
import { z } from "zod";
import { figureLimits } from "./figure-words.ts";
import { figureFilter, figures } from "./figures.ts";

const { agents, words, rules, ...rest } = figures.shape;
const id = (of: string) => z.uuid().describe(`The id of ${of}.`);

export const programFigureQuery = z.strictObject({
  ...figureFilter.shape,
  days: figureFilter.shape.days.describe("So many days until today: 1, 7, 28 or 92; 28 without a range."),
  from: figureFilter.shape.from.describe("The first day, in the company's time zone."),
  to: figureFilter.shape.to.describe("The last day, which counts too."),
});

export const programFigures = z
  .object({
    ...rest,
    agents: z
      .array(agents.element.omit({ userid: true }).extend({ agent_id: id("the agent") }))
      .max(figureLimits.agents)
      .describe("What each agent did."),
    words: z
      .array(words.element.omit({ ticketid: true }).extend({ ticket_id: id("the ticket") }))
      .max(figureLimits.words)
      .describe("The words of clients about their stars, the newest first."),
    rules: z
      .array(rules.element.omit({ ruleid: true }).extend({ rule_id: id("the rule") }))
      .max(figureLimits.rules)
      .describe("What rules did, as far as runs are kept: 30 days."),
  })
  .describe(
    "What happened in tickets. Times are minutes, at most five per cent wrong; `open` counts opening hours alone.",
  );
export type ProgramFigures = z.infer<typeof programFigures>;
