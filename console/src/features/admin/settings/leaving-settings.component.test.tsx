import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { agents } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { SettingsPage } from "./SettingsPage.tsx";

const settings = {
  ...{ name: "Harbour Travel", slug: "harbour-travel", time_zone: "Europe/Oslo" },
  ...{ reopen_window_hours: 24, max_upload_mb: null, take_over_minutes: null, server_upload_mb: 25 },
  mentions_elsewhere: true,
  organisations_join: false,
  take_back: false,
  company_id: "a0000000-0000-4000-8000-000000000001",
};

const question = page.getByRole("dialog", { name: "Leave without saving?" });
const name = page.getByLabelText("Company name");

/** The link or tab of a section, however the page lists its sections. */
const section = (text: string) => page.getByText(text, { exact: true }).first();

test("an administrator who leaves a changed form for another section is asked, and keeps it or drops it", async () => {
  openNetwork({
    "/admin/settings": () => settings,
    "/admin/company-status": () => ({ storage_used: 0, storage_limit: null, counting_days: false }),
    "/admin/audit-log": () => [],
    "/auth/agents": () => [],
    "/admin/get-all-agents": () => ({ agents: [], totalAgents: 0, onlineAgents: 0, foundAgents: 0 }),
  });
  mount(<SettingsPage />, { viewer: agents.ingrid, path: "/admin-panel/settings#company", routed: true });
  await name.fill("Harbour Tours");
  await expect.element(page.getByText("Not saved")).toBeVisible();
  await section("Audit log").click();
  await expect.element(question).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(name).toHaveValue("Harbour Tours");
  await section("Audit log").click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(name).not.toBeInTheDocument();
  await expect.element(page.getByText("Nothing has been changed yet")).toBeVisible();
});
