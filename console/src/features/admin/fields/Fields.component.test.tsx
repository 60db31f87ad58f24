import type { Field } from "@parley/contract/fields";
import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { agents } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { Fields } from "./Fields.tsx";

const id = (number: number) => `f0000000-0000-4000-8000-00000000000${number}`;
const field = (number: number, name: string, more: Partial<Field> = {}): Field => ({
  ...{ fieldid: id(number), owner: "ticket", name, type: "text", choices: [], archived_on: null },
  ...more,
});
const red = { choiceid: id(7), name: "Red" };
const fields = [
  field(1, "Order"),
  field(2, "Colour", { type: "choice", choices: [red, { choiceid: id(8), name: "Blue" }] }),
  field(3, "Since", { owner: "client", type: "date" }),
];

let network: Network;
beforeEach(() => {
  network = openNetwork({
    "/fields": () => fields,
    "/admin/field-uses": () => [{ fieldid: id(1), values: 12 }],
    "/admin/create-field": () => fields[0],
    "/admin/update-field": () => fields[0],
    "/admin/order-fields": () => fields,
    "/admin/delete-field": () => ({}),
  });
});
const open = () => mount(<Fields />, { viewer: agents.ingrid });
const act = async (name: string, action: string) => {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
};
const dialog = page.getByRole("dialog");
const section = (name: string) => page.getByRole("region", { name });

test("fields are listed by owner, with their type and the number of their values", async () => {
  open();
  await expect.element(section("Fields of tickets").getByText("Text · 12 values")).toBeVisible();
  await expect.element(section("Fields of clients").getByText("Date · 0 values")).toBeVisible();
});

test("a field of choices is defined with those that have a name, and none is defined without", async () => {
  open();
  await section("Fields of clients").getByRole("button", { name: "New field" }).click();
  await dialog.getByLabelText("Name").fill("Plan");
  await dialog.getByLabelText("Type").click();
  await page.getByRole("option", { name: "Choice" }).click();
  await expect.element(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog.getByLabelText("Choice 1", { exact: true }).fill(" Gold ");
  await dialog.getByRole("button", { name: "Add a choice" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => network.sent("/admin/create-field"))
    .toEqual([{ owner: "client", type: "choice", name: "Plan", choices: [{ name: "Gold" }] }]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a choice is renamed by its id, and a removed one is left out", async () => {
  open();
  await act("Colour", "Change");
  await dialog.getByLabelText("Choice 1", { exact: true }).fill("Crimson");
  await dialog.getByRole("button", { name: "Remove choice 2" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  const choices = [{ choiceid: red.choiceid, name: "Crimson" }];
  await expect
    .poll(() => network.sent("/admin/update-field"))
    .toEqual([{ fieldid: id(2), name: "Colour", choices }]);
});

test("a field is moved, archived, and deleted after a warning with the number of its values", async () => {
  open();
  await act("Colour", "Move up");
  await expect
    .poll(() => network.sent("/admin/order-fields"))
    .toEqual([{ owner: "ticket", fieldids: [id(2), id(1)] }]);
  await act("Order", "Archive");
  await expect.poll(() => network.sent("/admin/update-field")).toEqual([{ fieldid: id(1), archived: true }]);
  await act("Order", "Delete");
  await expect.element(dialog.getByText("12 values are lost.")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => network.sent("/admin/delete-field")).toEqual([{ fieldid: id(1) }]);
});

test("a refusal is said with its reason, and the dialog stays", async () => {
  network.on("/admin/create-field", () => refusal(409, "conflict", reasonOf("fields_full", { max: 50 })));
  open();
  await section("Fields of tickets").getByRole("button", { name: "New field" }).click();
  await dialog.getByLabelText("Name").fill("One more");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText(/at most 50 fields/)).toBeVisible();
  await expect.element(dialog).toBeVisible();
});

test("fields that cannot be loaded are asked for again", async () => {
  network.on("/fields", broken);
  open();
  await expect.element(page.getByText("The fields could not be loaded")).toBeVisible();
  network.on("/fields", () => fields);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByText("Order", { exact: true })).toBeVisible();
});
