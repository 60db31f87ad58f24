import type { ClientRow } from "@parley/contract/client-profiles";
import { limits } from "@parley/contract/limits";
import { languages } from "@parley/contract/sessions";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { changeLanguage } from "../../../i18n/index.ts";
import { agents, at } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { ClientsPage } from "./ClientsPage.tsx";
import { ClientTable } from "./ClientTable.tsx";

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

const long = "Wolfeschlegelsteinhausenbergerdorff & Partners of the Northern Harbours";
const longest: ClientRow = {
  ...client(1),
  client_name: long,
  account_number: long,
  address: `${long}@harbour.example`,
};

test.each([1136, 900, 668].flatMap((width) => languages.map((language) => [language, width] as const)))(
  "the table in %s and %i px shows each column whole and does not scroll",
  async (language, width) => {
    onTestFinished(() => changeLanguage("en"));
    await changeLanguage(language);
    await page.viewport(1200, 900);
    mount(
      <div style={{ width }}>
        <ClientTable clients={[longest]} />
      </div>,
      { viewer: agents.ingrid },
    );
    const pane = page.getByRole("region");
    await expect.element(pane).toBeVisible();
    expect(pane.element().scrollWidth).toBeLessThanOrEqual(pane.element().clientWidth);
    const columns = page
      .getByRole("columnheader")
      .elements()
      .map((column) => column.getBoundingClientRect());
    expect(columns).toHaveLength(5);
    for (const [at, { left }] of columns.entries())
      if (at > 0) expect(columns[at - 1]?.right).toBeLessThanOrEqual(left + 1);
    const inset = (role: "columnheader" | "cell") =>
      page
        .getByRole(role)
        .elements()
        .map((one) => getComputedStyle(one).paddingLeft);
    expect(inset("cell")).toEqual(inset("columnheader"));
  },
);

test("each client is a card on a phone that opens the profile, beside the switch that blocks", async () => {
  const network = openNetwork({ "/admin/block-user": () => ({}) });
  await page.viewport(390, 844);
  mount(
    <main className="px-4">
      <ClientTable clients={[longest]} />
    </main>,
    { viewer: agents.ingrid },
  );
  const card = page.getByRole("listitem");
  await expect.element(card).toMatchTextContent(long);
  expect(document.documentElement.scrollWidth).toBe(390);
  const box = card.element().getBoundingClientRect();
  const at = document.elementFromPoint(box.left + box.width / 2, box.bottom - 10);
  expect(at?.closest("a")).toBe(page.getByRole("link").element());
  const block = page.getByRole("switch", { name: `${long} is blocked` });
  const target = block.element().getBoundingClientRect();
  const hit = document.elementFromPoint(target.left + target.width / 2, target.top + target.height / 2);
  expect(block.element().contains(hit)).toBe(true);
  expect(network.calls).toEqual([]);
});
