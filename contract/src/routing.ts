/** Routing: waiting tickets are offered to agents of their department. */
import { z } from "zod";
import { bubbleLanguages } from "./bubble-languages.ts";
import { quietHours } from "./notices.ts";
import { notOfferedFor, offerBases, offerEnds, routingLimits, routingModes } from "./routing-words.ts";
import { platform, timestamp, uuid } from "./values.ts";

const different = (list: readonly string[]) => new Set(list).size === list.length;

export const departmentRouting = z.strictObject({
  departmentid: uuid,
  mode: z.enum(routingModes),
  /** The minutes for which a ticket is offered to one agent. */
  offer_minutes: z.number().int().min(1).max(1440),
  /** The agent who handled the client's last ticket within so many days comes first; 0: no agent does. */
  previous_days: z.number().int().min(0).max(365),
  /** The seconds for which an agent who has left keeps an offer. */
  grace_seconds: z.number().int().min(0).max(3600),
  /** The part of an agent's capacity that a ticket of a platform occupies; 1 where it is not named. */
  weights: z.partialRecord(platform, z.number().int().min(0).max(routingLimits.mostWeight)),
});
export type DepartmentRouting = z.infer<typeof departmentRouting>;

export const routingList = z.object({ departments: z.array(departmentRouting) });
export type RoutingList = z.infer<typeof routingList>;

/** When an agent works; `days` are those on which it begins. */
export const shift = quietHours;
export type Shift = z.infer<typeof shift>;

export const routingLanguage = z.enum(bubbleLanguages);

const agentSettings = z.strictObject({
  /** The number of tickets that the agent has at once before nothing more is offered. */
  capacity: z.number().int().min(0).max(routingLimits.mostCapacity),
  languages: z.array(routingLanguage).max(routingLimits.mostLanguages).refine(different, "named twice"),
  /** Tags: a ticket with one of them goes to an agent with that skill. */
  skills: z.array(uuid).max(routingLimits.mostSkills).refine(different, "named twice"),
  shift: shift.nullable(),
});
export const agentRouting = agentSettings.extend({ userid: uuid });
export type AgentRouting = z.infer<typeof agentRouting>;
export const byAgent = z.object({ userid: uuid });

/** An agent who is away, and who takes over. */
export const away = z.object({
  userid: uuid,
  away_on: timestamp,
  cover: z.object({ userid: uuid, user_name: z.string() }).nullable(),
});
export type Away = z.infer<typeof away>;
export const awayList = z.object({ away: z.array(away) });
export type AwayList = z.infer<typeof awayList>;

/** An agent says it of themselves, an administrator of any. */
export const setAway = z.object({ userid: uuid, away: z.boolean(), coverid: uuid.nullable().default(null) });
export const awayChange = z.object({ userid: uuid, away: away.nullable() });

export const offer = z.object({
  ticketid: uuid,
  userid: uuid,
  user_name: z.string(),
  offered_on: timestamp,
  until: timestamp,
});
export type Offer = z.infer<typeof offer>;
export const offerList = z.object({ offers: z.array(offer) });
export type OfferList = z.infer<typeof offerList>;
export const offerChange = z.object({ ticketid: uuid, offer: offer.nullable() });

/** The grounds of an offer, with the values of that moment. */
export const offerWhy = z.object({
  basis: z.enum(offerBases),
  /** The client's language, where an agent of the department speaks it. */
  language: z.string().nullable(),
  /** Tags of the ticket that are skills of the department's agents. */
  skills: z.array(uuid),
  load: z.number().int().nonnegative(),
  capacity: z.number().int().nonnegative(),
  /** The agent's offer before. */
  last: timestamp.nullable(),
  /** The number of others who could have had it. */
  others: z.number().int().nonnegative(),
});
export type OfferWhy = z.infer<typeof offerWhy>;

const named = { userid: uuid, user_name: z.string() };
export const ticketRouting = z.object({
  /** Offers of the last 30 days, the newest first. */
  offers: z.array(
    z.object({
      ...named,
      offered_on: timestamp,
      until: timestamp,
      ended_on: timestamp.nullable(),
      ended: z.enum(offerEnds).nullable(),
      why: offerWhy,
    }),
  ),
  /** The department's way, and why none of its agents is offered the ticket now. Null unless it waits without an offer. */
  waiting: z
    .object({
      mode: z.enum(routingModes),
      language: z.string().nullable(),
      skills: z.array(uuid),
      agents: z.array(
        z.object({
          ...named,
          why: z.enum(notOfferedFor).nullable(),
          load: z.number().int().nonnegative(),
          capacity: z.number().int().nonnegative(),
        }),
      ),
    })
    .nullable(),
});
export type TicketRouting = z.infer<typeof ticketRouting>;
