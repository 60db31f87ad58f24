import { z } from "zod";
import { action } from "./actions.ts";
import { agentColumns } from "./agent-columns.ts";
import { limits } from "./limits.ts";
import { role } from "./permission-shapes.ts";
import { ticketLine } from "./tickets.ts";
import { timestamp, uuid } from "./values.ts";

export const presence = z.enum(["online", "offline"]);
export type Presence = z.infer<typeof presence>;

/** A colleague as the workspace lists them. `id` repeats `userid`. */
export const colleague = z.object({
  userid: uuid,
  id: uuid,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  profile_pic: z.string().nullable(),
  department: z.string(),
  departmentid: uuid,
  /** The departments whose tickets the agent sees, `departmentid` among them; an administrator and a moderator see all. */
  departmentids: z.array(uuid),
  status: presence,
});
export type Colleague = z.infer<typeof colleague>;

/** An agent as administrators list them. */
export const agentRow = z.object({
  userid: uuid,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** The field is null until the agent has shown that they read mail at this address. */
  email_confirmed_on: timestamp.nullable(),
  departmentid: uuid,
  department_name: z.string(),
  /** The departments whose tickets the agent sees, `departmentid` among them; an administrator and a moderator see all. */
  departmentids: z.array(uuid),
  created_on: timestamp,
  /** 1970-01-01 when the agent has never signed in. */
  last_logged_on: timestamp,
  status: presence,
  role,
  /** Set while the agent is disabled. */
  closed_on: timestamp.nullable(),
  profile_pic: z.string().nullable(),
  push_subscription: z.enum(["subscribed", "not_subscribed"]),
});
export type AgentRow = z.infer<typeof agentRow>;

export const agentList = z.object({
  agents: z.array(agentRow),
  onlineAgents: z.number().int().nonnegative(),
  totalAgents: z.number().int().nonnegative(),
  /** The number of agents that the search and the filters find. */
  foundAgents: z.number().int().nonnegative(),
});
export type AgentList = z.infer<typeof agentList>;

/**
 * Selects agents by a part of their name, address or department. `sort` names columns, separated by commas, a
 * descending one with a minus. With a `limit` the answer is a page behind `offset`; without one, the newest agents.
 * `userid` names one agent.
 */
export const agentQuery = z.object({
  search: z.string().trim().max(limits.searchKeyword).default(""),
  department_name: z.string().max(100).optional(),
  status: presence.optional(),
  userid: uuid.optional(),
  sort: z
    .string()
    .max(200)
    .default("")
    .transform((sort) => sort.split(",").filter(Boolean))
    .pipe(z.array(z.templateLiteral([z.enum(["", "-"]), z.enum(agentColumns)])).max(agentColumns.length)),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).optional(),
});
export type AgentQuery = z.output<typeof agentQuery>;

/** The agent whom a switch of the agent table enables, disables or changes. */
export const agentSwitch = z.object({ userid: uuid });

/** The number of open tickets that a disabled agent released; they wait to be accepted. */
export const switchedAgent = agentRow.extend({ released_tickets: z.number().int().nonnegative() });

/**
 * Tickets that a disabled agent released and that still wait go to a department, or to a colleague. Without a
 * department, each ticket keeps its own.
 */
export const handOver = z
  .object({
    userid: uuid,
    newDepartment: uuid.nullable().default(null),
    newUser: uuid.nullable().default(null),
  })
  .refine(({ newDepartment, newUser }) => newDepartment !== null || newUser !== null, "names no one");

/** One call moves a bounded number of tickets; the next call moves the rest. */
export const handedOver = z.object({ moved: z.number().int(), left: z.boolean() });

/** An empty field has the specification's text, so the verb checks it. */
export const updateAccount = z.object({
  userid: uuid,
  email: z.string().max(254).default(""),
  first_name: z.string().max(100).default(""),
  last_name: z.string().max(100).default(""),
  departmentid: z.union([uuid, z.literal("")]).default(""),
  /** The departments that the agent is to see beside `departmentid`. Left out, they stay as they are. */
  departmentids: z.array(uuid).max(limits.furtherDepartments).optional(),
  /** The values the form showed when it was opened: another administrator may have changed them since. */
  seen: z
    .object({
      email: z.string().max(254),
      first_name: z.string().max(100),
      last_name: z.string().max(100),
      departmentid: z.string().max(36),
      departmentids: z
        .array(uuid)
        .max(limits.furtherDepartments + 1)
        .optional(),
    })
    .nullable()
    .default(null),
});

export const agentProfile = z.object({
  user: agentRow,
  tickets: z.array(ticketLine),
  bubbles: z.array(z.object({ bubbleid: uuid, name: z.string(), content: z.string() })),
  /** The average of ratings from 1 to 3; null without ratings. */
  rating: z.number().nullable(),
  actions: z.array(action),
});
export type AgentProfile = z.infer<typeof agentProfile>;
