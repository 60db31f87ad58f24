import type { ClientProfile } from "@parley/contract/client-profiles";
import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { agents, at } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { Identities } from "./Identities.tsx";

const mergeid = "30000000-0000-4000-8000-000000000001";
const identity = (
  platform: "telegram" | "whatsapp" | "email" | "viber",
  external_id: string,
  username: string | null = null,
) => ({ platform, external_id, username, channel_name: "Harbour Travel", created_on: at(0) });

const client = {
  identities: [
    identity("telegram", "550001", "dimitar"),
    identity("whatsapp", "35988123456"),
    identity("email", "dimitar@mail.example"),
  ],
  merged: [{ mergeid, client_name: "D. Petrov", short_id: "1002", merged_on: at(9) }],
} as unknown as ClientProfile["client"];

let network: Network;
beforeEach(() => {
  network = openNetwork({ "/channels": () => [] });
});

const undo = page.getByRole("button", { name: "Undo" });

test("each identity is named by its user name, or by its id as the platform writes it", async () => {
  mount(<Identities client={client} />);
  await expect.element(page.getByText("@dimitar")).toBeVisible();
  await expect.element(page.getByText("35988123456")).toBeVisible();
  await expect.element(page.getByText("dimitar@mail.example", { exact: true })).toBeVisible();
  await expect.element(page.getByText("WhatsApp · Harbour Travel")).toBeVisible();
});

test("a merged client is named; only those who manage clients can undo it", async () => {
  mount(<Identities client={client} />, { viewer: agents.mira });
  await expect.element(page.getByText("D. Petrov")).toBeVisible();
  await expect.element(undo).not.toBeInTheDocument();
});

test("a merge is undone, and a refusal says why", async () => {
  const path = `/admin/${mergeid}/unmerge-client`;
  network.on(path, () => refusal(404, "not_found", reasonOf("not_found")));
  mount(<Identities client={client} />, { viewer: agents.ingrid });
  await undo.click();
  await expect.element(page.getByText(/^The merge could not be undone:/)).toBeVisible();
  await expect.element(undo).toBeEnabled();
  expect(network.sent(path)).toHaveLength(1);
});

test("a Viber client, whose id says nothing, is named by the account", async () => {
  const viber = { ...identity("viber", "xk7Zm0bD8Qn1LrT5wA9cJg=="), channel_name: "Harbour Boats" };
  mount(<Identities client={{ ...client, identities: [viber] }} />);
  await expect.element(page.getByText("Harbour Boats", { exact: true })).toBeVisible();
  expect(document.body.textContent).not.toContain("xk7Zm0bD8Qn1LrT5wA9cJg");
});
