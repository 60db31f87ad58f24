/** Plants three organisations with domains, fields and clients. */
import type { ClientRow } from "@parley/contract/client-profiles";
import type { Field } from "@parley/contract/fields";
import type { Organisation } from "@parley/contract/organisations";
import type { DeskClient } from "./desk-client.ts";

const all = [
  {
    name: "Aas Maritim AS",
    domains: ["aas.example", "aas-maritim.example"],
    note: "Invoices go to the office in Oslo.",
    plan: "Business",
    since: "2021-03-15",
    clients: ["Henrik Aas", "Ivana Horvat", "Owen Pritchard", "Dimitar Petrov"],
  },
  {
    name: "Whitcombe Language School",
    domains: ["whitcombe.example"],
    note: "Two groups of pupils each spring.",
    plan: "Groups",
    since: "2023-09-01",
    clients: ["Eleanor Whitcombe", "Camille Fournier", "Niamh O’Sullivan"],
  },
  {
    name: "Pier Foods",
    domains: ["pierfoods.example"],
    note: "",
    plan: null,
    since: null,
    clients: ["Liesbeth de Vries", "Pieter Botha"],
  },
];

/** Clients join by their address from now on. */
export async function plantOrganisations(admin: DeskClient): Promise<void> {
  await admin.put("/admin/settings", { organisations_join: true });
  const define = (body: object) =>
    admin.post<Field>("/admin/create-field", { owner: "organisation", ...body });
  const plan = await define({
    ...{ name: "Plan", type: "choice" },
    choices: [{ name: "Business" }, { name: "Groups" }],
  });
  const since = await define({ name: "Contract since", type: "date" });
  for (const { name, domains, note, clients, ...values } of all) {
    const { organisationid } = await admin.post<Organisation>("/admin/create-organisation", {
      ...{ name, domains, note },
    });
    const clientids = await Promise.all(clients.map((client) => idOf(admin, client)));
    await admin.post("/admin/choose-organisation", { clientids, organisationid });
    const set = (fieldid: string, value: string | undefined | null) =>
      value && admin.post("/admin/set-organisation-field", { organisationid, fieldid, value });
    await set(plan.fieldid, plan.choices.find(({ name: one }) => one === values.plan)?.choiceid);
    await set(since.fieldid, values.since);
  }
}

async function idOf(admin: DeskClient, name: string): Promise<string> {
  const found = await admin.get<ClientRow[]>(`/${encodeURIComponent(name)}/search-clients`);
  const client = found.find(({ client_name }) => client_name === name);
  if (!client) throw new Error(`${name} is no client`);
  return client.clientid;
}
