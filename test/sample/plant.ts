/** Makes the sample companies with the product's own verbs. */
import type { Role } from "@parley/contract/abilities";
import type { Context } from "../../server/src/floor/context.ts";
import { type Desk, inCompany } from "../../server/src/floor/database/scope.ts";
import { writeDepartments } from "../../server/src/people/agents/departments.ts";
import { registerAgent } from "../../server/src/people/agents/register.ts";
import { createDepartment } from "../../server/src/people/departments/create.ts";
import { hashPassword } from "../../server/src/people/passwords/password.ts";
import { createCompany } from "../../server/src/sign-in/registration/company.ts";
import type { Account } from "../../simulator/src/phone.ts";
import { plantHours } from "./hours.ts";

export const samplePassword = "Parley-demo-1";

export type SampleAgent = {
  email: string;
  firstName: string;
  lastName: string;
  department: string;
  /** A department whose tickets the agent sees, too. */
  alsoSees?: string;
  role: Role;
};

const harbour: SampleAgent[] = [
  {
    email: "mira@harbour.example",
    firstName: "Mira",
    lastName: "Halvorsen",
    department: "Bookings",
    role: null,
  },
  {
    email: "jonas@harbour.example",
    firstName: "Jonas",
    lastName: "Weber",
    department: "Bookings",
    role: null,
  },
  {
    email: "naledi@harbour.example",
    firstName: "Naledi",
    lastName: "Mokoena",
    department: "Refunds",
    role: null,
  },
  {
    email: "tomas@harbour.example",
    firstName: "Tomáš",
    lastName: "Novák",
    department: "Refunds",
    role: "moderator",
  },
  {
    email: "emre@harbour.example",
    firstName: "Emre",
    lastName: "Yıldız",
    department: "Groups",
    alsoSees: "Refunds",
    role: null,
  },
];
const harbourAdmin = { email: "ingrid@harbour.example", firstName: "Ingrid", lastName: "Solheim" };
const northwindAdmin = { email: "freya@northwind.example", firstName: "Freya", lastName: "Lindqvist" };

type Sample = { companyid: string; agents: SampleAgent[] };

/** Harbour Travel with its people and these accounts, and Northwind Parcels, which sees nothing of it. */
export async function plantSample(context: Context, accounts: Account[]): Promise<Sample> {
  const { companyid } = await createCompany(context, {
    name: "Harbour Travel",
    password: samplePassword,
    ...harbourAdmin,
  });
  await createCompany(context, { name: "Northwind Parcels", password: samplePassword, ...northwindAdmin });
  const desk = { kind: "desk", companyId: companyid } as const;
  const passwordHash = await hashPassword(samplePassword);
  const bookings = await inCompany(context, desk, async (scope) => {
    const ids = new Map<string, string>();
    for (const name of ["Bookings", "Refunds", "Groups"]) {
      ids.set(name, (await createDepartment(scope, name)).departmentid);
    }
    for (const agent of harbour) {
      const departmentid = ids.get(agent.department) ?? "";
      const account = { ...agent, passwordHash, departmentid, addressConfirmed: true };
      const { userid } = await registerAgent(scope, account);
      const beside = ids.get(agent.alsoSees ?? "");
      if (beside) await writeDepartments(scope, userid, [departmentid, beside]);
    }
    await plantHours(scope, ids.get("Refunds") ?? "");
    return ids.get("Bookings") ?? "";
  });
  for (const account of accounts) await connect(context, desk, account, bookings);
  return {
    companyid,
    agents: [
      ...harbour,
      { ...harbourAdmin, department: "General", role: "admin" },
      { ...northwindAdmin, department: "General (Northwind Parcels)", role: "admin" },
    ],
  };
}

async function connect(context: Context, desk: Desk, account: Account, departmentId: string): Promise<void> {
  const module = context.channels.find(account.platform);
  if (!module) throw new Error(`There is no channel module for ${account.platform}`);
  const body = module.connect.body.parse(account.connect);
  await module.connect.account(context, desk, body, { departmentId });
}
