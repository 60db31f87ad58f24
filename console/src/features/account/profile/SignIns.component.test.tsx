import { limits } from "@parley/contract/limits";
import type { SignInEntry } from "@parley/contract/sessions";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { at } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, openNetwork } from "../../../sample/network.ts";
import { SignIns } from "./SignIns.tsx";

const rows = page.getByRole("listitem");
const older = page.getByRole("button", { name: "Show older" });

const entry = (id: number, facts: Partial<SignInEntry> = {}): SignInEntry => ({
  id,
  time: at(id),
  outcome: "signed_in",
  address: "192.0.2.7",
  browser: "Firefox",
  os: "Linux",
  ...facts,
});

test("each sign-in has its outcome, device and address; an unknown device is called so", async () => {
  openNetwork({
    "/auth/sign-ins": () => [
      entry(3, { outcome: "wrong_code", browser: null, os: null }),
      entry(2, { outcome: "wrong_password", os: null }),
      entry(1),
    ],
  });
  mount(<SignIns />);
  await expect.element(rows).toHaveLength(3);
  const texts = rows.elements().map(({ textContent }) => textContent);
  expect(texts[0]).toMatch(/^Wrong code.*Unknown browser · 192\.0\.2\.7$/);
  expect(texts[1]).toMatch(/^Wrong password.*Firefox · /);
  expect(texts[2]).toMatch(/^Signed in.*Firefox on Linux · /);
  await expect.element(older).not.toBeInTheDocument();
});

test("older sign-ins come after the last, until a page is not full", async () => {
  const all = Array.from({ length: limits.signInsPage + 2 }, (_, index) => entry(100 - index));
  const network = openNetwork({
    "/auth/sign-ins": ({ path }) => {
      const before = Number(new URL(path, location.href).searchParams.get("before") ?? Infinity);
      return all.filter(({ id }) => id < before).slice(0, limits.signInsPage);
    },
  });
  mount(<SignIns />);
  await expect.element(rows).toHaveLength(limits.signInsPage);
  await older.click();
  await expect.element(rows).toHaveLength(all.length);
  await expect.element(older).not.toBeInTheDocument();
  expect(network.calls.map(({ path }) => path)).toEqual([
    "/auth/sign-ins",
    `/auth/sign-ins?before=${101 - limits.signInsPage}`,
  ]);
});

test("an empty list says so, and a failed one is not called empty", async () => {
  const network = openNetwork({ "/auth/sign-ins": broken });
  mount(<SignIns />);
  await expect.element(page.getByText("Your sign-in history could not be loaded.")).toBeVisible();
  await expect.element(page.getByText(/Each sign-in from now on/)).not.toBeInTheDocument();
  network.on("/auth/sign-ins", () => []);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByText(/Each sign-in from now on/)).toBeVisible();
});
