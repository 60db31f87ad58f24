import type { Role } from "@parley/contract/permissions";
import { hashPassword } from "../../server/src/auth/password.ts";
import type { Context } from "../../server/src/context.ts";
import { type AgentActor, acrossCompanies } from "../../server/src/database/scope.ts";
import type { Simulator } from "../../simulator/src/server.ts";

/** Everybody's. */
export const password = "Correct-horse-7-battery";

const departments = {
  bookings: ["harbour", "Bookings"],
  refunds: ["harbour", "Refunds"],
  groups: ["harbour", "Groups"],
  general: ["northwind", "General"],
  claims: ["northwind", "Claims"],
} as const;

const agents = {
  mira: ["Mira", "Halvorsen", "bookings", null],
  jonas: ["Jonas", "Weber", "bookings", null],
  naledi: ["Naledi", "Mokoena", "refunds", null],
  tomas: ["Tomáš", "Novák", "refunds", "moderator"],
  ingrid: ["Ingrid", "Solheim", "bookings", "admin"],
  omar: ["Omar", "Haddad", "general", null],
  freya: ["Freya", "Lindqvist", "claims", "admin"],
} as const;

const companies = { harbour: "Harbour Travel", northwind: "Northwind Parcels" } as const;

export type CompanyName = keyof typeof companies;
export type DepartmentName = keyof typeof departments;
export type AgentName = keyof typeof agents;

export type NamedAgent = { id: string; email: string; actor: AgentActor };
export type NamedChannel = { id: string; companyId: string; externalId: string; token: string };

export type People = {
  companies: Record<CompanyName, { id: string; name: string }>;
  departments: Record<DepartmentName, { id: string; companyId: string; name: string }>;
  agents: Record<AgentName, NamedAgent>;
  /** Each company's Telegram bot. Updates are polled for unless a test says otherwise. */
  channels: Record<CompanyName, NamedChannel>;
};

let hashed: Promise<string> | undefined;

export async function plantPeople(context: Context, telegram: Simulator): Promise<People> {
  hashed ??= hashPassword(password);
  const passwordHash = await hashed;
  return acrossCompanies(context, async (db) => {
    const planted = { companies: {}, departments: {}, agents: {}, channels: {} } as People;
    for (const [key, name] of entries(companies)) {
      const { company_id: id } = await db
        .insertInto("company")
        .values({ name })
        .returning("company_id")
        .executeTakeFirstOrThrow();
      planted.companies[key] = { id, name };
    }
    for (const [key, [company, name]] of entries(departments)) {
      const companyId = planted.companies[company].id;
      const { id } = await db
        .insertInto("department")
        .values({ company_id: companyId, name, created_on: context.clock() })
        .returning("id")
        .executeTakeFirstOrThrow();
      planted.departments[key] = { id, companyId, name };
    }
    for (const [key, [first, last, department, role]] of entries(agents)) {
      const { id: departmentid, companyId } = planted.departments[department];
      const email = `${key}@${departments[department][0]}.example`;
      const { id } = await db
        .insertInto("agent")
        .values({
          company_id: companyId,
          department_id: departmentid,
          username: key,
          first_name: first,
          last_name: last,
          email,
          email_confirmed_on: context.clock(),
          password_hash: passwordHash,
          role,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const actor: AgentActor = {
        kind: "agent",
        companyId,
        id,
        role: role as Role,
        departmentid,
        name: `${first} ${last}`,
      };
      planted.agents[key] = { id, email, actor };
    }
    for (const [key, name] of entries(companies)) {
      const bot = telegram.control.createBot({ name, username: `${key}_bot` });
      const companyId = planted.companies[key].id;
      const { id } = await db
        .insertInto("channel")
        .values({
          company_id: companyId,
          platform: "telegram",
          external_id: String(bot.id),
          name,
          username: bot.username,
          credentials: context.secrets.seal(bot.token),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      planted.channels[key] = { id, companyId, externalId: String(bot.id), token: bot.token };
    }
    return planted;
  });
}

const entries = <Key extends string, Value>(record: Record<Key, Value>) =>
  Object.entries(record) as [Key, Value][];
