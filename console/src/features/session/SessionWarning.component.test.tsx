import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { keys } from "../../api/queries.ts";
import { createCache, mount } from "../../sample/mount.tsx";
import { broken, type Network, openNetwork } from "../../sample/network.ts";
import { SessionWarning } from "./SessionWarning.tsx";

const warning = page.getByText(/^Your session ends at \d\d:\d\d\.$/);
const stay = page.getByRole("button", { name: "Stay signed in" });
const inMinutes = (minutes: number) => ({
  status: "valid",
  expires: new Date(Date.now() + minutes * 60_000).toISOString(),
});

let session: object;
let network: Network;
beforeEach(() => {
  network = openNetwork({
    "/auth/validate": () => session,
    "/auth/get-user-pref": () => ({ lang: "en" }),
  });
});

function mountWith(minutes: number) {
  session = inMinutes(minutes);
  const cache = createCache();
  cache.setQueryData(keys.session, session);
  return mount(<SessionWarning />, { cache });
}

test("the warning is absent eleven minutes before the end, and shown nine before it", async () => {
  const { cache } = mountWith(11);
  await expect.element(warning).not.toBeInTheDocument();
  cache.setQueryData(keys.session, inMinutes(9));
  await expect.element(warning).toBeVisible();
});

test("staying is one call, after which the warning disappears", async () => {
  mountWith(9);
  await expect.element(warning).toBeVisible();
  session = inMinutes(720);
  await stay.click();
  await expect.element(warning).not.toBeInTheDocument();
  expect(network.sent("/auth/get-user-pref")).toHaveLength(1);
});

test("the warning does not offer to stay after seven days", async () => {
  mountWith(5);
  await stay.click();
  await expect.element(page.getByText(/seven days after you signed in/)).toBeVisible();
  await expect.element(stay).not.toBeInTheDocument();
});

test("an unreachable server is reported, and the button allows another try", async () => {
  network.on("/auth/get-user-pref", broken);
  mountWith(9);
  await stay.click();
  await expect.element(page.getByText("The server cannot be reached.")).toBeVisible();
  await expect.element(stay).toBeEnabled();
});

test("no warning is shown without a session", async () => {
  const { cache } = mountWith(9);
  await expect.element(warning).toBeVisible();
  cache.setQueryData(keys.session, { status: "invalid" });
  await expect.element(warning).not.toBeInTheDocument();
});
