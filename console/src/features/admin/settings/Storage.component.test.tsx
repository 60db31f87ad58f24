import type { CompanyStatus } from "@parley/contract/settings";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { broken, openNetwork } from "../../../sample/network.ts";
import { Storage } from "./Storage.tsx";

const gigabyte = 2 ** 30;
const bar = page.getByRole("progressbar", { name: "Storage for files" });
const full = page.getByText("The storage is full: no files can be sent or received.");

function mountWith(used: number, limit: number | null) {
  const status = { storage_used: used, storage_limit: limit } as CompanyStatus;
  const network = openNetwork({ "/admin/company-status": () => status });
  mount(<Storage />);
  return network;
}

test("the used part of the limit is a bar and a sentence", async () => {
  mountWith(gigabyte / 2, 4 * gigabyte);
  await expect.element(page.getByText("512 MB of 4 GB used")).toBeVisible();
  await expect.element(bar).toHaveAttribute("value", "0.125");
  await expect.element(full).not.toBeInTheDocument();
});

test("an almost full storage is not called full", async () => {
  mountWith(gigabyte * 0.95, gigabyte);
  await expect.element(page.getByText("972.8 MB of 1 GB used")).toBeVisible();
  await expect.element(full).not.toBeInTheDocument();
});

test.each([gigabyte, gigabyte + 1])("%i of 1 GB is called full", async (used) => {
  mountWith(used, gigabyte);
  await expect.element(full).toBeVisible();
  await expect.element(bar).toHaveAttribute("value", "1");
});

test("no bar is shown without a limit", async () => {
  mountWith(gigabyte, null);
  await expect.element(page.getByText("1 GB used, no limit")).toBeVisible();
  await expect.element(bar).not.toBeInTheDocument();
});

test("a failed load offers a retry", async () => {
  const network = openNetwork({ "/admin/company-status": broken });
  mount(<Storage />);
  await expect.element(page.getByText(/^The storage in use could not be loaded/)).toBeVisible();
  network.on("/admin/company-status", () => ({ storage_used: gigabyte, storage_limit: null }));
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByText("1 GB used, no limit")).toBeVisible();
});
