import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { agents, departments } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, Status } from "../../../sample/network.ts";
import { FirstSteps } from "./FirstSteps.tsx";

const invitation = {
  invitationid: "i1",
  email: "leif@harbour.example",
  first_name: "Leif",
  last_name: "Strand",
  departmentid: departments.refunds.departmentid,
  department_name: "Refunds",
  role: "admin",
};

const settings = {
  ...{ name: "Harbour Travel", slug: "harbour-travel", time_zone: "Europe/Oslo" },
  ...{ reopen_window_hours: 24, max_upload_mb: null, take_over_minutes: null, server_upload_mb: 25 },
  mentions_elsewhere: true,
  organisations_join: false,
  take_back: false,
  company_id: "a0000000-0000-4000-8000-000000000001",
};

let network: Network;
beforeEach(() => {
  network = openNetwork({
    "/auth/get-departments": () => Object.values(departments),
    "/auth/invite": () => ({ invitation, link: null }),
    "/admin/settings": ({ body }) => ({ ...settings, ...(body as object) }),
    "/first-steps": () => ({ open: true, phoneUrl: null }),
  });
});

test("a colleague is invited with department and role, and the primary button is the next step", async () => {
  mount(<FirstSteps />, { viewer: agents.ingrid });
  await page.getByLabelText("First name").fill("Leif");
  await page.getByLabelText("Last name").fill("Strand");
  await page.getByLabelText("Email").fill("leif@harbour.example");
  await page.getByRole("combobox", { name: "Department" }).click();
  await page.getByRole("option", { name: "Refunds" }).click();
  await page.getByRole("checkbox", { name: "Administrator" }).click();
  await page.getByRole("button", { name: "Invite" }).click();
  await expect
    .element(page.getByRole("list", { name: "Invited" }))
    .toMatchTextContent("Leif Strand, leif@harbour.example · Refunds");
  expect(network.sent("/auth/invite")).toEqual([
    {
      firstName: "Leif",
      lastName: "Strand",
      email: "leif@harbour.example",
      department: departments.refunds.departmentid,
      isAdmin: true,
    },
  ]);
  const primary = [...document.querySelectorAll("button.bg-accent")].map(({ textContent }) => textContent);
  expect(primary).toEqual(["Next"]);
});

test("the company's first department is chosen; without a mail server the link is shown", async () => {
  network.on("/auth/invite", () => ({ invitation, link: "https://desk.example/invitation#token" }));
  mount(<FirstSteps />, { viewer: agents.ingrid });
  await page.getByLabelText("First name").fill("Leif");
  await page.getByRole("button", { name: "Invite" }).click();
  await expect
    .element(page.getByLabelText("Link of the invitation"))
    .toHaveValue("https://desk.example/invitation#token");
  expect(network.sent("/auth/invite")).toMatchObject([
    { department: departments.bookings.departmentid, isAdmin: false },
  ]);
  await page.getByRole("button", { name: "Done" }).click();
  await expect.element(page.getByLabelText("Link of the invitation")).not.toBeInTheDocument();
});

test("the first step shows the company's zone, and another one is saved at once", async () => {
  mount(<FirstSteps />, { viewer: agents.ingrid });
  const zone = page.getByLabelText("Your company’s time zone");
  await expect.element(zone).toHaveValue("Europe/Oslo");
  await zone.selectOptions("Europe/Lisbon");
  await expect
    .poll(() => network.sent("/admin/settings").filter(Boolean))
    .toEqual([{ time_zone: "Europe/Lisbon" }]);
  await expect.element(zone).toHaveValue("Europe/Lisbon");
});

test("a zone that the server refuses goes back, with the reason", async () => {
  mount(<FirstSteps />, { viewer: agents.ingrid });
  const zone = page.getByLabelText("Your company’s time zone");
  await expect.element(zone).toHaveValue("Europe/Oslo");
  network.on("/admin/settings", ({ method }) =>
    method === "GET" ? settings : new Status(403, { message: "Not allowed." }),
  );
  await zone.selectOptions("Europe/Lisbon");
  await expect.element(page.getByText("Not allowed.")).toBeVisible();
  await expect.element(zone).toHaveValue("Europe/Oslo");
});
