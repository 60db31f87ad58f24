import type { ClientRow } from "@parley/contract/client-profiles";
import { limits } from "@parley/contract/limits";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { agents, at } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { ClientsPage } from "./ClientsPage.tsx";

const client = (number: number): ClientRow => ({
  clientid: `c0000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
  short_id: String(1000 + number),
  client_name: `Client ${number}`,
  account_number: null,
  address: null,
  picture: null,
  blocked_on: false,
  created_on: at(0),
});

test.each([
  [limits.searchResults, true],
  [limits.searchResults - 1, false],
])("a search that finds %s says whether there may be more: %s", async (count, said) => {
  const found = Array.from({ length: count }, (_, number) => client(number));
  openNetwork({
    "/fields": () => [],
    "/table-columns": () => ({}),
    "/admin/get-all-clients": () => ({ clients: [], totalClients: 0 }),
    "/client/search-clients": () => found,
  });
  mount(<ClientsPage />, { viewer: agents.ingrid });
  await page.getByRole("searchbox").fill("client");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Client 0", { exact: true })).toBeVisible();
  const notice = page.getByText(/Only the first 50 are shown/);
  if (said) await expect.element(notice).toBeVisible();
  else expect(notice.query()).toBeNull();
});

test("the address keeps a search over back and reload", async () => {
  openNetwork({
    "/fields": () => [],
    "/table-columns": () => ({}),
    "/admin/get-all-clients": () => ({ clients: [], totalClients: 0 }),
    "/client/search-clients": () => [client(7)],
  });
  mount(<ClientsPage />, { viewer: agents.ingrid, path: "/admin-panel/clients?search=client" });
  await expect.element(page.getByText("Client 7", { exact: true })).toBeVisible();
  await expect.element(page.getByRole("searchbox")).toHaveValue("client");
});
