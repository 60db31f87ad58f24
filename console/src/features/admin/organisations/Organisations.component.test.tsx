import type { ClientRow } from "@parley/contract/client-profiles";
import { limits } from "@parley/contract/limits";
import { reasonOf } from "@parley/contract/reasons";
import { Route, Routes } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { openTicketsQuery } from "../../../api/queries.ts";
import { agents, at, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal, Status } from "../../../sample/network.ts";
import { eventHandlers } from "../../account/live/event-handlers.ts";
import { ClientsPage } from "../clients/ClientsPage.tsx";
import { OrganisationPage } from "./OrganisationPage.tsx";
import { OrganisationsPage } from "./OrganisationsPage.tsx";

const id = (number: number) => `a0000000-0000-4000-8000-00000000000${number}`;
const pier = {
  ...{ organisationid: id(1), name: "Pier Foods", domains: ["pier.example"], clients: 2, created_on: at(0) },
};
const client = (number: number): ClientRow => ({
  ...{ clientid: id(number), short_id: `100${number}`, client_name: `Client ${number}`, picture: null },
  ...{ account_number: null, address: null, blocked_on: false, created_on: at(number) },
});
const reasons = [{ kind: "address", value: "olena@pier.example" }];
const proposal = { client: client(7), other: client(8), reasons, proposed_on: at(0) };

let network: Network;
beforeEach(() => {
  network = openNetwork({
    "/fields": () => [],
    "/table-columns": () => ({}),
    "/organisations": () => ({ organisations: [pier], total: 1 }),
    [`/organisations/${id(1)}`]: () => ({ ...pier, note: null }),
    [`/organisations/${id(1)}/tickets`]: () => [],
    "/get-tickets": () => ({ tickets: [], widgetData: { totalTickets: 7, averageAcceptanceTime: 3 } }),
    "/admin/get-all-clients": () => ({ clients: [client(7), client(8)], totalClients: 2 }),
    "/admin/choose-organisation": () => ({}),
    "/admin/create-organisation": () => ({ ...pier, note: null }),
    "/admin/delete-organisation": () => ({}),
  });
});
const dialog = page.getByRole("dialog");
const button = (name: string) => page.getByRole("button", { name, exact: true });

test("an organisation is made with its domains, and a refusal is said in the dialog, which stays", async () => {
  network.on("/admin/create-organisation", () =>
    refusal(400, "invalid", reasonOf("organisation_domain_public", { domain: "gmail.com" })),
  );
  mount(<OrganisationsPage />, { viewer: agents.ingrid });
  await expect.element(page.getByText("Pier Foods")).toBeVisible();
  await button("New organisation").click();
  await dialog.getByLabelText("Name").fill(" Quay Lines ");
  await dialog.getByLabelText("Domains").fill("gmail.com, quay.example");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog.getByText(/Anyone can have an address at gmail.com/)).toBeVisible();
  expect(network.sent("/admin/create-organisation")).toEqual([
    { name: "Quay Lines", domains: ["gmail.com", "quay.example"], note: "" },
  ]);
});

test("a click on a title turns the order of the table, and an agent makes no organisation", async () => {
  mount(<OrganisationsPage />, { viewer: agents.mira });
  await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
  await expect.poll(() => network.calls.at(-1)?.path).toBe("/organisations?sort=-name");
  expect(button("New organisation").query()).toBeNull();
});

test("an organisation's page shows its figures and clients, takes one out, and asks before it is deleted", async () => {
  const routes = (
    <Routes>
      <Route path="/admin-panel/organisations/:id" element={<OrganisationPage />} />
      <Route path="*" element={<p>The list</p>} />
    </Routes>
  );
  mount(routes, { viewer: agents.ingrid, path: `/admin-panel/organisations/${id(1)}` });
  await expect.element(page.getByRole("region", { name: "Figures" }).getByText("7")).toBeVisible();
  const answer = Promise.withResolvers<unknown>();
  network.on("/admin/choose-organisation", () => answer.promise);
  await button("Take Client 7 out of Pier Foods").click();
  const gone = page.getByRole("link", { name: /Client 7/ });
  await expect.element(gone).not.toBeInTheDocument();
  answer.resolve(new Status(500));
  await expect.element(page.getByText(/^Nothing was changed:/)).toBeVisible();
  await expect.element(gone).toBeVisible();
  await expect
    .poll(() => network.sent("/admin/choose-organisation"))
    .toEqual([{ clientids: [id(7)], organisationid: null }]);
  await button("Delete").click();
  await expect.element(dialog.getByText("2 clients stay and are in no organisation then.")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect.element(page.getByText("The list")).toBeVisible();
});

test("tickets and figures on an organisation's page are fetched anew when one of its tickets begins or closes", async () => {
  const ticket = ticketOf(agents.ingrid, { organisation: id(1) });
  const cache = createCache();
  cache.setQueryData(openTicketsQuery.queryKey, [ticket]);
  const routes = (
    <Routes>
      <Route path="/admin-panel/organisations/:id" element={<OrganisationPage />} />
    </Routes>
  );
  mount(routes, { viewer: agents.ingrid, cache, path: `/admin-panel/organisations/${id(1)}` });
  const asked = (path: string) => network.calls.filter((one) => one.path.startsWith(path)).length;
  const both = () => [asked(`/organisations/${id(1)}/tickets`), asked("/get-tickets")];
  await expect.poll(both).toEqual([1, 1]);
  const elsewhere = ticketOf(agents.ingrid, { ticketid: id(9), organisation: id(2) });
  cache.setQueryData(openTicketsQuery.queryKey, [ticket, elsewhere]);
  network.on(`/organisations/${id(1)}/tickets`, () => [
    { ...ticket, client_name: "Olena Hrytsenko", first_words: "Two seats, please" },
  ]);
  cache.setQueryData(openTicketsQuery.queryKey, [elsewhere]);
  await expect.poll(both).toEqual([2, 2]);
  const line = page.getByRole("link", { name: /Two seats, please/ });
  await expect.element(line).toMatchTextContent(/Olena Hrytsenko/);
});

test("selected clients are put into an organisation together", async () => {
  mount(<ClientsPage />, { viewer: agents.ingrid });
  await page.getByRole("checkbox", { name: "Select Client 7" }).click();
  await page.getByRole("checkbox", { name: "Select Client 8" }).click();
  const answer = Promise.withResolvers<unknown>();
  network.on("/admin/choose-organisation", () => answer.promise);
  await button("Organisation of 2 clients").click();
  await dialog.getByRole("button", { name: /Pier Foods/ }).click();
  await expect
    .poll(() => network.sent("/admin/choose-organisation"))
    .toEqual([{ clientids: [id(7), id(8)], organisationid: id(1) }]);
  await expect.element(dialog).not.toBeInTheDocument();
  answer.resolve({});
  await expect.element(button("Organisation of 2 clients")).not.toBeInTheDocument();
});

test("a proposal says what both have proved, opens the merge with both filled in, and is dismissed", async () => {
  network.on("/admin/merge-proposals", () => ({ proposals: [proposal], total: 1 }));
  network.on("/admin/dismiss-merge-proposal", () => ({}));
  mount(<ClientsPage />, { viewer: agents.ingrid });
  await expect.element(page.getByText("the address olena@pier.example")).toBeVisible();
  await button("Merge …").click();
  await expect
    .element(dialog.getByText(/All tickets and channels of Client 8 become those of Client 7/))
    .toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await button("Different people").click();
  await expect
    .poll(() => network.sent("/admin/dismiss-merge-proposal"))
    .toEqual([{ clientid: id(7), otherid: id(8) }]);
});

test("proposals beyond the first page are asked for, and a change elsewhere fetches them anew", async () => {
  const many = Array.from({ length: limits.mergeProposalsPage }, (_, at) => {
    const other = {
      ...client(8),
      clientid: `b0000000-0000-4000-8000-0000000001${String(at).padStart(2, "0")}`,
    };
    return { ...proposal, other };
  });
  network.on("/admin/merge-proposals", () => ({ proposals: many, total: many.length + 1 }));
  const cache = createCache();
  mount(<ClientsPage />, { viewer: agents.ingrid, cache });
  const asked = () => network.calls.filter(({ path }) => path.startsWith("/admin/merge-proposals"));
  await expect.poll(() => asked().length).toBe(1);
  const last = many.at(-1);
  network.on("/admin/merge-proposals", () => ({ proposals: [proposal], total: many.length + 1 }));
  await button("Show more").click();
  const after = new URLSearchParams({ after: [last?.client.clientid, last?.other.clientid].join(" ") });
  await expect.poll(() => asked().at(-1)?.path).toBe(`/admin/merge-proposals?${after}`);
  await expect.element(button("Show more")).not.toBeInTheDocument();
  network.on("/admin/merge-proposals", () => ({ proposals: [], total: 0 }));
  eventHandlers(cache, agents.ingrid).mergeProposalsChanged({});
  await expect.poll(() => button("Different people").elements().length).toBe(0);
});

test.each([390, 1200])("the list and the page fit into %i px", async (width) => {
  await page.viewport(width, 844);
  mount(<OrganisationsPage />, { viewer: agents.ingrid });
  await expect.element(page.getByText("Pier Foods")).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(width);
});
