import { reasonOf } from "@parley/contract/reasons";
import type { SharedBubble } from "@parley/contract/shared-bubbles";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { agents, at, departments } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal, Status } from "../../../sample/network.ts";
import { SharedBubbles } from "./SharedBubbles.tsx";

const hours: SharedBubble = {
  ...{ bubbleid: "b1", name: "Hours", content: "From nine to five.", departmentid: null, folder: "Basics" },
  ...{ language: "en", actions: [], files: [], uses: 3, updated_on: at(1) },
};

let network: Network;
beforeEach(() => {
  network = openNetwork({
    "/shared-bubbles": () => ({ bubbles: [hours], total: 1, language: null }),
    "/shared-bubbles/folders": () => [{ folder: "Basics", bubbles: 1 }],
    "/auth/get-departments": () => Object.values(departments),
    "/auth/agents": () => [],
    "/tags": () => ({
      closed: false,
      tags: [{ tagid: "r1", name: "Refund", colour: "red", archived_on: null }],
    }),
    "/fields": () => [
      { fieldid: "k1", owner: "client", name: "Seats", type: "number", choices: [], archived_on: null },
      { fieldid: "k2", owner: "ticket", name: "Old", type: "text", choices: [], archived_on: at(1) },
    ],
    "/admin/create-bubble": () => hours,
    "/admin/update-bubble": () => hours,
    "/admin/delete-bubble": () => ({}),
  });
});

const open = () => mount(<SharedBubbles />, { cache: createCache(), viewer: agents.ingrid });
const dialog = page.getByRole("dialog");
const save = dialog.getByRole("button", { name: "Save" });

test("a list without bubbles says what will be there, and one that cannot be loaded offers to try again", async () => {
  network.on("/shared-bubbles", () => ({ bubbles: [], total: 0, language: null }));
  const { unmount } = open();
  await expect.element(page.getByText("No shared bubbles yet")).toBeVisible();
  unmount();
  network.on("/shared-bubbles", () => new Status(500, { code: "unexpected", message: "no" }));
  open();
  await expect.element(page.getByText("The bubbles could not be loaded")).toBeVisible();
  network.on("/shared-bubbles", () => ({ bubbles: [hours], total: 1, language: null }));
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByText(/used 3 times/)).toBeVisible();
});

test("a new bubble needs a name and a text or an action, and is saved with its place, folder and language", async () => {
  open();
  await page.getByRole("button", { name: "New bubble" }).click();
  await expect.element(save).toBeDisabled();
  await dialog.getByLabelText("Name").fill("Greeting");
  await expect.element(save).toBeDisabled();
  await dialog.getByLabelText("Content").fill("Good day ");
  await dialog.getByRole("button", { name: "{{client.first_name}}" }).click();
  await dialog.getByRole("button", { name: "{{client.Seats}}" }).click();
  expect(dialog.getByRole("button", { name: "{{ticket.Old}}" }).elements()).toEqual([]);
  await dialog.getByLabelText("Folder").fill("Basics");
  await dialog.getByRole("combobox", { name: "Language" }).click();
  await page.getByRole("option", { name: "Bulgarian" }).click();
  await expect.element(dialog.getByLabelText("Content")).toHaveAttribute("spellcheck", "true");
  await expect.element(dialog.getByLabelText("Content")).toHaveAttribute("lang", "bg");
  await save.click();
  await expect
    .poll(() => network.sent("/admin/create-bubble"))
    .toEqual([
      {
        ...{ name: "Greeting", content: "Good day {{client.first_name}}{{client.Seats}}", folder: "Basics" },
        ...{ departmentid: null, language: "bg", actions: [] },
      },
    ]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a refused bubble says why, and the dialog keeps what was typed", async () => {
  network.on("/admin/update-bubble", () =>
    refusal(409, "conflict", reasonOf("bubble_exists", { name: "Hours" })),
  );
  open();
  await page.getByRole("button", { name: /^Hours/ }).click();
  await dialog.getByLabelText("Content").fill("From ten.");
  await save.click();
  await expect.element(page.getByText(/There is a bubble “Hours” already/)).toBeVisible();
  await expect.element(dialog.getByLabelText("Content")).toHaveValue("From ten.");
});

test("a macro gets its actions: closing goes with tags and a priority alone", async () => {
  open();
  await page.getByRole("button", { name: /^Hours/ }).click();
  await dialog.getByRole("combobox", { name: "Add an action" }).click();
  await page.getByRole("option", { name: "Close" }).click();
  await dialog.getByRole("combobox", { name: "Add an action" }).click();
  await expect.element(page.getByRole("option", { name: "Snooze" })).not.toBeInTheDocument();
  await page.getByRole("option", { name: "Set the priority" }).click();
  await dialog.getByRole("combobox", { name: "Set the priority" }).click();
  await page.getByRole("option", { name: "Urgent" }).click();
  await dialog.getByRole("combobox", { name: "Add an action" }).click();
  await page.getByRole("option", { name: "Change tags" }).click();
  await expect.element(save).toBeDisabled();
  await dialog.getByRole("option", { name: "Refund" }).click();
  await save.click();
  await expect
    .poll(() => network.sent("/admin/update-bubble"))
    .toMatchObject([
      {
        bubbleid: "b1",
        actions: [
          { kind: "close", silently: false },
          { kind: "priority", priority: "urgent" },
          { kind: "tag", add: ["r1"], remove: [] },
        ],
      },
    ]);
});

test("a bubble is deleted once that is confirmed", async () => {
  open();
  await page.getByRole("button", { name: "Actions for Hours" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect.element(dialog.getByText(/“Hours” and its files are deleted for everyone/)).toBeVisible();
  expect(network.sent("/admin/delete-bubble")).toEqual([]);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => network.sent("/admin/delete-bubble")).toEqual([{ bubbleid: "b1" }]);
});

test("each row keeps its menu on a phone, however long its text is", async () => {
  const long = "Goedendag {{client.first_name}}, u spreekt met {{agent.first_name}} van de boekingen.";
  network.on("/shared-bubbles", () => ({ bubbles: [{ ...hours, content: long }], total: 1, language: null }));
  const { width, height } = { width: innerWidth, height: innerHeight };
  await page.viewport(390, 844);
  try {
    open();
    const menu = page.getByRole("button", { name: "Actions for Hours" });
    await expect.element(menu).toBeVisible();
    expect(menu.element().getBoundingClientRect().right).toBeLessThanOrEqual(390);
  } finally {
    await page.viewport(width, height);
  }
});
