import type { OwnSession } from "@parley/contract/sessions";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { at } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, Status } from "../../../sample/network.ts";
import { Sessions } from "./Sessions.tsx";

const session = (browser: string | null, os: string | null, facts: Partial<OwnSession> = {}): OwnSession => ({
  sessionid: `90000000-0000-4000-8000-${String(browser?.length ?? 0).padStart(12, "0")}`,
  browser,
  os,
  address: "192.0.2.7",
  created_on: at(0),
  last_used_on: at(4),
  current: false,
  ...facts,
});
const here = session("Firefox", "Linux", { current: true });
const phone = session("Safari", "iOS");
const rows = page.getByRole("listitem");
const end = page.getByRole("button", { name: "End the session of Safari on iOS" });
const endOthers = page.getByRole("button", { name: "End all other sessions" });

let sessions: OwnSession[];
let network: Network;
beforeEach(() => {
  sessions = [here, phone];
  network = openNetwork({
    "/auth/sessions": () => sessions,
    "/auth/end-session": () => {
      sessions = [here];
      return {};
    },
    "/auth/end-other-sessions": () => {
      sessions = [here];
      return {};
    },
  });
});

test("each session has its device and address; this one cannot be ended here", async () => {
  mount(<Sessions />);
  await expect.element(rows).toHaveLength(2);
  await expect.element(rows.first()).toMatchTextContent("Firefox on Linux");
  await expect.element(rows.first()).toMatchTextContent("This browser");
  await expect.element(rows.first().getByRole("button")).not.toBeInTheDocument();
  await expect.element(rows.last()).toMatchTextContent("192.0.2.7");
  await expect.element(end).toBeEnabled();
});

test("an unknown browser has a name, too", async () => {
  sessions = [here, session(null, null), session(null, "Android", { sessionid: "other" })];
  mount(<Sessions />);
  await expect.element(page.getByText("Unknown browser")).toBeVisible();
  await expect.element(page.getByText("Android", { exact: true })).toBeVisible();
});

test("an ended session is confirmed and leaves the list", async () => {
  mount(<Sessions />);
  await end.click();
  await expect.element(page.getByText("Session ended.")).toBeVisible();
  await expect.element(rows).toHaveLength(1);
  expect(network.sent("/auth/end-session")).toEqual([{ sessionid: phone.sessionid }]);
});

test("all other sessions are ended at once; without others there is nothing to end", async () => {
  mount(<Sessions />);
  await endOthers.click();
  await expect.element(rows).toHaveLength(1);
  await expect.element(endOthers).not.toBeInTheDocument();
  expect(network.sent("/auth/end-other-sessions")).toHaveLength(1);
});

test("no other session can be ended while one is", async () => {
  const answer = Promise.withResolvers<void>();
  network.on("/auth/end-session", async () => {
    await answer.promise;
    return {};
  });
  mount(<Sessions />);
  await end.click();
  await expect.element(end).toBeDisabled();
  await expect.element(endOthers).toBeDisabled();
  answer.resolve();
  await expect.element(endOthers).toBeEnabled();
});

test("an unreachable server is reported, and the session stays in the list", async () => {
  network.on("/auth/end-session", broken);
  mount(<Sessions />);
  await end.click();
  await expect.element(page.getByText("The server cannot be reached.")).toBeVisible();
  await expect.element(rows).toHaveLength(2);
});

test("a list that fails to load offers a retry", async () => {
  network.on("/auth/sessions", () => new Status(500, { message: "An unexpected error occurred." }));
  mount(<Sessions />);
  await expect.element(page.getByRole("alert")).toMatchTextContent("Your sessions could not be loaded.");
  network.on("/auth/sessions", () => sessions);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(rows).toHaveLength(2);
});
