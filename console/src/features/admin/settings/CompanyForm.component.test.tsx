import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { CompanyForm } from "./CompanyForm.tsx";

const settings = {
  ...{ name: "Harbour Travel", slug: "harbour-travel", time_zone: "Europe/Oslo" },
  ...{ reopen_window_hours: 24, max_upload_mb: null, take_over_minutes: null, server_upload_mb: 25 },
  mentions_elsewhere: true,
  organisations_join: false,
  take_back: false,
  company_id: "a0000000-0000-4000-8000-000000000001",
};
const path = "/admin/settings";
const field = (label: string) => page.getByLabelText(label, { exact: true });
const save = page.getByRole("button", { name: "Save" });
const alert = page.getByRole("alert").first();

let network: Network;
beforeEach(() => {
  network = openNetwork({
    [path]: ({ body }) => ({ ...settings, ...(body as object) }),
    "/admin/company-status": () => ({ storage_used: 0, storage_limit: null, counting_days: false }),
  });
  mount(<CompanyForm settings={settings} />);
});

test("saving sends only what was changed", async () => {
  await expect.element(save).toBeDisabled();
  await field("Reopen window (hours)").fill("48");
  await save.click();
  await expect.element(page.getByText("Saved", { exact: true })).toBeVisible();
  expect(network.sent(path)).toEqual([{ reopen_window_hours: 48 }]);
});

test("wrong entries are reported in the page's words, marked, and the first has the focus", async () => {
  await field("Company name").fill(" ");
  await field("Short name").fill("No Spaces");
  await field("Reopen window (hours)").fill("");
  await field("Largest file (MB)").fill("26");
  await save.click();
  await expect
    .element(alert)
    .toHaveTextContent(
      "Please fill in: Name Short name: not valid Please fill in: Reopening (hours) Largest file (MB): at most 25",
    );
  await expect.element(field("Company name")).toHaveFocus();
  for (const label of ["Company name", "Short name", "Reopen window (hours)", "Largest file (MB)"])
    await expect.element(field(label)).toHaveAttribute("aria-invalid", "true");
  expect(network.sent(path)).toEqual([]);
});

test("a value that the server refuses is marked, too", async () => {
  network.on(path, () =>
    refusal(409, "conflict", {
      ...reasonOf("slug_taken"),
      facts: { field: "slug" },
    }),
  );
  await field("Short name").fill("fjord-bikes");
  await userEvent.keyboard("{Enter}");
  await expect.element(alert).toMatchTextContent("another company has or had it");
  await expect.element(field("Short name")).toHaveAttribute("aria-invalid", "true");
});

test("discarding brings the saved values back, the zone's included", async () => {
  await field("Company name").fill("Harbour Tours");
  await field("Time zone").selectOptions("Asia/Tokyo");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect.element(field("Company name")).toHaveValue("Harbour Travel");
  await expect.element(field("Time zone")).toHaveValue("Europe/Oslo");
  await expect.element(page.getByText("Not saved")).not.toBeInTheDocument();
  await expect.element(save).toBeDisabled();
});

test("the company's id is a text to copy, not a field", async () => {
  await expect.element(page.getByText(settings.company_id)).toBeVisible();
  expect(page.getByRole("textbox").elements()).toHaveLength(2);
});
