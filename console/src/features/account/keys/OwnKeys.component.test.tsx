import type { Key } from "@parley/contract/keys";
import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { agents } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { OwnKeys } from "./OwnKeys.tsx";

const token = `parley_${"A".repeat(71)}`;
const nightly: Key = {
  ...{ keyid: "90000000-0000-4000-8000-000000000002", name: "Nightly", departmentids: null, networks: [] },
  agent: { userid: agents.mira.id, name: "Mira Halvorsen" },
  ...{ abilities: ["readTickets"], created_by_name: "Mira Halvorsen", may_change: true },
  ...{ created_on: "2026-01-01T00:00:00.000Z", expires_on: "2027-01-01T12:00:00.000Z", ended_on: null },
  ...{ previous_until: null, last_used_on: null, last_used_from: null },
};
const crm: Key = { ...nightly, keyid: "90000000-0000-4000-8000-000000000001", name: "CRM", agent: null };

let network: Network;
beforeEach(() => {
  network = openNetwork({
    "/keys": () => ({ keys: [crm, nightly], address: "https://desk.example" }),
    "/auth/get-departments": () => [],
    "/create-key": () => ({ key: nightly, token }),
    "/rotate-key": () => ({ key: nightly, token }),
    "/end-key": () => nightly,
  });
});

const open = (viewer = agents.mira) => mount(<OwnKeys />, { cache: createCache(), viewer });
const dialog = page.getByRole("dialog");

test("the agent sees their own keys alone, and that there is none yet", async () => {
  open(agents.ingrid);
  await expect.element(page.getByText("There are no keys yet")).toBeVisible();
});

test("a refused key is told, and the form stays", async () => {
  network.on("/create-key", () => refusal(409, "conflict", reasonOf("keys_full", { max: 20 })));
  open();
  await page.getByRole("button", { name: "New key" }).click();
  await dialog.getByLabelText("Name").fill("Script");
  await dialog.getByRole("button", { name: "Make the key" }).click();
  await expect.element(page.getByText(/The key was not changed/)).toBeVisible();
  await expect.element(dialog.getByLabelText("Name")).toHaveValue("Script");
});

test("an agent makes a key of their own with abilities that they have, and it is shown once", async () => {
  open();
  await expect.element(page.getByRole("button", { name: "Actions for Nightly" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Actions for CRM" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "New key" }).click();
  await expect.element(dialog.getByRole("checkbox", { name: "Write to clients" })).toBeVisible();
  await expect.element(dialog.getByRole("checkbox", { name: "Manage webhooks" })).not.toBeInTheDocument();
  await expect.element(dialog.getByText("Acts as")).not.toBeInTheDocument();
  await dialog.getByLabelText("Name").fill("Script");
  await dialog.getByRole("button", { name: "Make the key" }).click();
  await expect.element(dialog.getByRole("region", { name: "Key" }).getByText(token)).toBeVisible();
  expect(network.sent("/create-key")).toEqual([
    { name: "Script", own: true, abilities: ["readTickets"], departmentids: null, networks: [] },
  ]);
});

test("a key gets a new secret, and ends", async () => {
  open();
  const ask = async (action: string) => {
    await page.getByRole("button", { name: "Actions for Nightly" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await ask("New secret");
  await dialog.getByRole("button", { name: "New secret" }).click();
  await expect.element(dialog.getByRole("region", { name: "Key" }).getByText(token)).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await ask("End");
  await dialog.getByRole("button", { name: "End" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect([network.sent("/rotate-key"), network.sent("/end-key")]).toEqual([
    [{ keyid: nightly.keyid }],
    [{ keyid: nightly.keyid }],
  ]);
});
