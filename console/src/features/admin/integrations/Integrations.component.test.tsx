import type { Key } from "@parley/contract/keys";
import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { agents } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { Integrations } from "./Integrations.tsx";

const token = `parley_${"A".repeat(71)}`;
const crm: Key = {
  ...{ keyid: "90000000-0000-4000-8000-000000000001", name: "CRM", agent: null, departmentids: null },
  ...{
    abilities: ["readTickets", "readClients"],
    networks: ["10.2.0.0/16"],
    created_by_name: "Ingrid Solheim",
  },
  ...{ created_on: "2026-01-01T00:00:00.000Z", expires_on: "2027-01-01T12:00:00.000Z", ended_on: null },
  ...{ previous_until: null, last_used_on: "2026-02-03", last_used_from: "10.2.0.7", may_change: true },
};
const own: Key = {
  ...crm,
  ...{ keyid: "90000000-0000-4000-8000-000000000002", name: "Nightly", may_change: false },
  ...{ agent: { userid: agents.mira.id, name: "Mira Halvorsen" }, last_used_on: null, last_used_from: null },
};

let network: Network;
beforeEach(() => {
  network = openNetwork({
    "/keys": () => ({ keys: [crm, own], address: "https://desk.example" }),
    "/webhooks": () => ({ webhooks: [] }),
    "/auth/get-departments": () => [{ departmentid: agents.mira.departmentid, department_name: "Bookings" }],
    "/create-key": () => ({ key: crm, token }),
    "/update-key": () => crm,
    "/rotate-key": () => ({ key: crm, token }),
    "/end-key": () => crm,
  });
});

const open = () => mount(<Integrations />, { cache: createCache(), viewer: agents.ingrid });
const ask = async (name: string, action: string) => {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
};
const dialog = page.getByRole("dialog");

test("the list says what a key may, whose it is and when it was last used", async () => {
  open();
  const first = page.getByRole("listitem").nth(0);
  await expect.element(first.getByText("Read tickets, messages and notes · Read clients")).toBeVisible();
  await expect
    .element(first.getByText("last used 2026-02-03 from 10.2.0.7 · until 2027-01-01"))
    .toBeVisible();
  const second = page.getByRole("listitem").nth(1);
  await expect.element(second.getByText("Nightly as Mira Halvorsen")).toBeVisible();
  await expect.element(second.getByText("never used · until 2027-01-01")).toBeVisible();
});

test("the page says that there are no keys yet", async () => {
  network.on("/keys", () => ({ keys: [], address: "https://desk.example" }));
  open();
  await expect.element(page.getByText("There are no keys yet")).toBeVisible();
});

test("a new key is made and shown once, with a line that calls the desk", async () => {
  open();
  await page.getByRole("button", { name: "New key" }).click();
  await expect.element(dialog.getByRole("button", { name: "Make the key" })).toBeDisabled();
  await dialog.getByLabelText("Name").fill("Shop");
  await dialog.getByRole("checkbox", { name: "Write to clients" }).click();
  await dialog.getByLabelText("Networks").fill("10.2.0.0/16\n192.0.2.7");
  await dialog.getByRole("button", { name: "Make the key" }).click();
  await expect.element(dialog.getByRole("region", { name: "Key" }).getByText(token)).toBeVisible();
  const line = `curl -H "Authorization: Bearer ${token}" https://desk.example/api/v1/tickets`;
  await expect.element(dialog.getByText(line)).toBeVisible();
  expect(network.sent("/create-key")).toEqual([
    {
      ...{ name: "Shop", own: false, departmentids: null, networks: ["10.2.0.0/16", "192.0.2.7"] },
      abilities: ["readTickets", "sendReplies"],
    },
  ]);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a refused key is said, and the dialog keeps what was typed", async () => {
  network.on("/create-key", () => refusal(409, "conflict", reasonOf("keys_full", { max: 200 })));
  open();
  await page.getByRole("button", { name: "New key" }).click();
  await dialog.getByLabelText("Name").fill("Shop");
  await dialog.getByRole("button", { name: "Make the key" }).click();
  await expect.element(page.getByText(/There are 200 keys already/)).toBeVisible();
  await expect.element(dialog.getByLabelText("Name")).toHaveValue("Shop");
});

test("a key gets a new secret, and is ended, once it is said what follows", async () => {
  open();
  await ask("CRM", "New secret");
  await expect.element(dialog.getByText("The secret in use stays valid for a day.")).toBeVisible();
  await dialog.getByRole("button", { name: "New secret" }).click();
  await expect.element(dialog.getByRole("region", { name: "Key" }).getByText(token)).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await ask("CRM", "End");
  expect(network.sent("/end-key")).toEqual([]);
  await dialog.getByRole("button", { name: "End" }).click();
  await expect.poll(() => network.sent("/end-key")).toEqual([{ keyid: crm.keyid }]);
});

test("an administrator is offered nothing but the end of a colleague's key", async () => {
  open();
  await page.getByRole("button", { name: "Actions for Nightly" }).click();
  await expect
    .poll(() =>
      page
        .getByRole("menuitem")
        .elements()
        .map((item) => item.textContent),
    )
    .toEqual(["End"]);
});
