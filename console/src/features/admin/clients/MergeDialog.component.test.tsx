import type { ClientRow } from "@parley/contract/client-profiles";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { agents, at } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, Status } from "../../../sample/network.ts";
import { MergeDialog } from "./MergeDialog.tsx";

const client = (client_name: string, facts: Partial<ClientRow> = {}): ClientRow => ({
  clientid: `c0000000-0000-4000-8000-0000000000${String(client_name.length).padStart(2, "0")}`,
  short_id: `10${client_name.length}`,
  client_name,
  picture: null,
  account_number: null,
  address: null,
  blocked_on: false,
  created_on: at(0),
  ...facts,
});
const kept = client("Dimitar Petrov");
const other = client("D. Petrov");
const path = `/admin/${kept.clientid}/merge-client`;
const field = page.getByLabelText("Search clients");
const merge = page.getByRole("button", { name: "Merge" });
const cancel = page.getByRole("button", { name: "Cancel" });

let found: ClientRow[];
let network: Network;
const onClose = vi.fn();
beforeEach(() => {
  onClose.mockClear();
  found = [kept, other];
  network = openNetwork({ "/petrov/search-clients": () => found, [path]: () => kept });
});

function open() {
  mount(<MergeDialog kept={kept} onClose={onClose} />, { viewer: agents.ingrid });
}

async function chooseOther() {
  await field.fill(" petrov ");
  await page.getByRole("button", { name: /D\. Petrov/ }).click();
}

test("the client itself is not among the results", async () => {
  open();
  await field.fill("petrov");
  await expect.element(page.getByRole("button", { name: /D\. Petrov/ })).toBeVisible();
  await expect.element(page.getByRole("listitem")).toHaveLength(1);
});

test("the effect of merging is shown before it is done", async () => {
  open();
  await chooseOther();
  await expect
    .element(
      page.getByText("All tickets and channels of D. Petrov become those of Dimitar Petrov.", {
        exact: false,
      }),
    )
    .toBeVisible();
  await expect.element(page.getByText(/Only one of the two is blocked/)).not.toBeInTheDocument();
  expect(network.sent(path)).toEqual([]);
  await merge.click();
  await expect.element(page.getByText("D. Petrov and Dimitar Petrov are one client now.")).toBeVisible();
  expect(network.sent(path)).toEqual([{ clientid: other.clientid }]);
  expect(onClose).toHaveBeenCalledOnce();
});

test("when one of the two is blocked, the dialog says whose state is kept", async () => {
  found = [{ ...other, blocked_on: true }];
  open();
  await chooseOther();
  await expect
    .element(page.getByText("The merged client keeps the state of Dimitar Petrov.", { exact: false }))
    .toBeVisible();
});

test("Cancel leads back to the search first, and then closes", async () => {
  open();
  await chooseOther();
  await cancel.click();
  await expect.element(field).toHaveValue(" petrov ");
  expect(onClose).not.toHaveBeenCalled();
  await cancel.click();
  expect(onClose).toHaveBeenCalledOnce();
});

test("a refusal stays in the dialog with its reason", async () => {
  network.on(path, () => new Status(409, { message: "These are one client already." }));
  open();
  await chooseOther();
  await merge.click();
  await expect.element(page.getByRole("alert")).toMatchTextContent("These are one client already.");
  expect(onClose).not.toHaveBeenCalled();
});

test.each(["", "   ", "*", "all", "."])("“%s” matches every client, so it is not searched", async (term) => {
  open();
  await field.fill("petrov");
  await expect.element(page.getByRole("listitem")).toHaveLength(1);
  await field.fill(term);
  await expect.element(page.getByRole("listitem")).toHaveLength(0);
  expect(network.calls).toHaveLength(1);
});

test("an empty and a failed search differ", async () => {
  found = [];
  open();
  await field.fill("petrov");
  await expect.element(page.getByText("No search results found!")).toBeVisible();
  network.on("/petrova/search-clients", broken);
  await field.fill("petrova");
  await expect.element(page.getByText("The clients could not be loaded")).toBeVisible();
});
