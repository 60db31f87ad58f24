import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { ClientTags } from "./ClientTags.tsx";

const clientid = "c0000000-0000-4000-8000-000000000001";
const tagid = (number: number) => `90000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const tags = Array.from({ length: 200 }, (_, at) => ({
  tagid: tagid(at),
  name: `Tag ${String(at).padStart(3, "0")}`,
  colour: "red",
  archived_on: null,
}));

let network: Network;
beforeEach(() => {
  network = openNetwork({
    "/tags": () => ({ closed: true, tags }),
    "/client/change-tags": () => ({}),
  });
});
const open = (own?: string[]) => mount(<ClientTags client={{ clientid, client_name: "Rosa", tags: own }} />);
const sent = () => network.sent("/client/change-tags");

test("among 200 tags one is found by typing, and given to the client by keyboard", async () => {
  open();
  await page.getByRole("button", { name: "Tags" }).click();
  await expect.poll(() => page.getByRole("option").elements().length).toBe(200);
  const list = page.getByRole("listbox").element();
  expect(list.clientHeight).toBeLessThanOrEqual(280);
  await page.getByRole("combobox").fill("137");
  await expect.poll(() => page.getByRole("option").elements().length).toBe(1);
  await userEvent.keyboard("{Enter}");
  await expect.poll(sent).toEqual([{ clientid, add: [tagid(137)] }]);
});

test("a tag that the client has is shown and removed, and a refusal is said", async () => {
  open([tagid(7)]);
  await expect.element(page.getByText("Tag 007")).toBeVisible();
  network.on("/client/change-tags", () =>
    refusal(409, "conflict", reasonOf("client_tags_full", { max: 20 })),
  );
  await page.getByRole("button", { name: "Tags" }).click();
  await page.getByRole("option", { name: "Tag 007" }).click();
  await expect.poll(sent).toEqual([{ clientid, remove: [tagid(7)] }]);
  await expect.element(page.getByText(/A client has at most 20 tags/)).toBeVisible();
});
