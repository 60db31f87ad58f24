import type { Kysely } from "kysely";
import type { Database } from "../../server/src/floor/database/schema.ts";
import { hashPassword } from "../../server/src/people/passwords/password.ts";
import type { Simulator } from "../../simulator/src/server.ts";
import { type NamedAgent, type NamedChannel, type NamedDepartment, plantCompany } from "./company.ts";

export type { NamedAgent, NamedChannel } from "./company.ts";

/** The password of all. */
export const password = "Correct-horse-7-battery";
/** The secret that seals the bots' tokens. */
export const appSecret = "the secret of every test's world is this one";

const harbour = {
  departments: { bookings: "Bookings", refunds: "Refunds", groups: "Groups" },
  agents: {
    mira: ["Mira", "Halvorsen", "bookings", null],
    jonas: ["Jonas", "Weber", "bookings", null],
    naledi: ["Naledi", "Mokoena", "refunds", null],
    tomas: ["Tomáš", "Novák", "refunds", "moderator"],
    ingrid: ["Ingrid", "Solheim", "bookings", "admin"],
  },
} as const;

const northwind = {
  departments: { general: "General", claims: "Claims" },
  agents: {
    omar: ["Omar", "Haddad", "general", null],
    freya: ["Freya", "Lindqvist", "claims", "admin"],
  },
} as const;

/** The companies' bots, which have the same ids and tokens in every world. */
const bots = {
  harbour: bot(700_100_200, "Harbour Travel", "harbour_bot"),
  northwind: bot(700_100_201, "Northwind Parcels", "northwind_bot"),
};

export type CompanyName = keyof typeof bots;
export type DepartmentName = keyof typeof harbour.departments | keyof typeof northwind.departments;
export type AgentName = keyof typeof harbour.agents | keyof typeof northwind.agents;

export type People = {
  companies: Record<CompanyName, { id: string; name: string }>;
  departments: Record<DepartmentName, NamedDepartment>;
  agents: Record<AgentName, NamedAgent>;
  /** Each company's Telegram bot. Updates are polled unless a test says otherwise. */
  channels: Record<CompanyName, NamedChannel>;
};

type Planting = { database: Kysely<Database>; clock: () => Date; secrets: { seal(plain: string): Buffer } };

export async function plantPeople(context: Planting): Promise<People> {
  const passwordHash = await hashPassword(password);
  const companyOf = (key: CompanyName) => {
    const { id, token, name, username } = bots[key];
    const credentials = context.secrets.seal(token);
    const createdOn = context.clock();
    const bot = { id, token, username, credentials };
    return { name, createdOn, domain: `${key}.example`, passwordHash, bot };
  };
  return context.database.transaction().execute(async (db) => {
    const first = await plantCompany(db, { ...companyOf("harbour"), ...harbour });
    const second = await plantCompany(db, { ...companyOf("northwind"), ...northwind });
    const named = ({ id, name }: { id: string; name: string }) => ({ id, name });
    return {
      companies: { harbour: named(first), northwind: named(second) },
      departments: { ...first.departments, ...second.departments },
      agents: { ...first.agents, ...second.agents },
      channels: { harbour: first.channel, northwind: second.channel },
    };
  });
}

/** Makes the bots on a separate Telegram network. */
export function createBots({ control }: Simulator): void {
  for (const { token, name, username } of Object.values(bots)) control.createBot({ token, name, username });
}

function bot(id: number, name: string, username: string) {
  return { id, name, username, token: `${id}:AATest-token-of-${username.padEnd(24, "0")}` };
}
