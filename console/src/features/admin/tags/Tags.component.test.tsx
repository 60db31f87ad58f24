import { reasonOf } from "@parley/contract/reasons";
import type { Tag } from "@parley/contract/tags";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { agents } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { Tags } from "./Tags.tsx";

const idOf = (number: number) => `90000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const tags: Tag[] = Array.from({ length: 200 }, (_, at) => ({
  ...{ tagid: idOf(at), name: `Tag ${at}`, colour: "blue", archived_on: null },
}));
const refund: Tag = { tagid: idOf(900), name: "Refund", colour: "red", archived_on: null };

let network: Network;
beforeEach(() => {
  network = openNetwork({
    "/tags": () => ({ closed: false, tags: [refund, ...tags] }),
    "/admin/tag-uses": () => [{ tagid: refund.tagid, tickets: 12, clients: 3 }],
    "/admin/update-tag": () => refund,
    "/admin/delete-tag": () => ({}),
    "/admin/merge-tag": () => ({}),
    "/admin/switch-tag-list": () => ({}),
    "/create-tag": () => refund,
  });
});

const open = () => mount(<Tags />, { cache: createCache(), viewer: agents.ingrid });
const search = page.getByRole("searchbox", { name: "Search tags" });
const ask = async (action: string) => {
  await search.fill("refund");
  await page.getByRole("button", { name: "Actions for Refund" }).click();
  await page.getByRole("menuitem", { name: action }).click();
};
const dialog = page.getByRole("dialog");

test("among two hundred tags one is found by a part of its name, with the number of its tickets", async () => {
  open();
  await expect.poll(() => page.getByRole("listitem").elements().length).toBe(201);
  await search.fill("FUN");
  await expect.poll(() => page.getByRole("listitem").elements().length).toBe(1);
  await expect.element(page.getByText("12 tickets · 3 clients")).toBeVisible();
  await search.fill("nothing like it");
  await expect.element(page.getByText("No tag has this name")).toBeVisible();
});

test("a new tag gets a name and a colour", async () => {
  open();
  await page.getByRole("button", { name: "New tag" }).click();
  await expect.element(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog.getByLabelText("Name").fill("VIP");
  await dialog.getByRole("radio", { name: "Purple" }).click({ force: true });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => network.sent("/create-tag")).toEqual([{ name: "VIP", colour: "purple" }]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a name in use is refused, and the dialog keeps what was typed", async () => {
  network.on("/admin/update-tag", () => refusal(409, "conflict", reasonOf("tag_exists", { name: "Tag 7" })));
  open();
  await ask("Change");
  await dialog.getByLabelText("Name").fill("tag 7");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText(/There is a tag "Tag 7" already/)).toBeVisible();
  await expect.element(dialog.getByLabelText("Name")).toHaveValue("tag 7");
});

test("a tag is archived, and deleted once it is said how many tickets lose it", async () => {
  open();
  await ask("Archive");
  await expect
    .poll(() => network.sent("/admin/update-tag"))
    .toEqual([{ tagid: refund.tagid, archived: true }]);
  await ask("Delete");
  await expect.element(dialog.getByText("12 tickets lose it. 3 clients lose it.")).toBeVisible();
  expect(network.sent("/admin/delete-tag")).toEqual([]);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => network.sent("/admin/delete-tag")).toEqual([{ tagid: refund.tagid }]);
});

test("a tag is merged into one of the others, and no new one is offered", async () => {
  open();
  await ask("Merge");
  const field = dialog.getByRole("combobox");
  await field.fill("refund");
  await expect.element(dialog.getByText("No tag has this name")).toBeVisible();
  await field.fill("tag 42");
  await dialog.getByRole("option", { name: "Tag 42" }).click();
  await dialog.getByRole("button", { name: "Merge" }).click();
  await expect
    .poll(() => network.sent("/admin/merge-tag"))
    .toEqual([{ tagid: refund.tagid, into: tags[42]?.tagid }]);
});

test("the list is closed for agents", async () => {
  open();
  await page.getByRole("switch", { name: "Only administrators make tags" }).click();
  await expect.poll(() => network.sent("/admin/switch-tag-list")).toEqual([{ closed: true }]);
});
