import { Route, Routes } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { agents, colleague, departments } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { DepartmentPage } from "./DepartmentPage.tsx";

const { bookings, refunds } = departments;
const figures = { averageRating: 2.5, agentCount: 9, ticketsCount: 20006, pendingCount: 3, openCount: 4 };

beforeEach(() => {
  openNetwork({
    "/admin/get-departments": () => ({ departments: [bookings, refunds], statistics: { Bookings: figures } }),
    "/auth/agents": () => Array.from({ length: 8 }, (_, at) => colleague(`Agent ${at}`, "online")),
    "/admin/signatures": () => [{ departmentid: bookings.departmentid, html: "<p>Bookings team</p>" }],
  });
});

const open = (id: string) => {
  const routes = (
    <Routes>
      <Route path="/admin-panel/settings/departments/:id" element={<DepartmentPage />} />
    </Routes>
  );
  mount(routes, { viewer: agents.ingrid, path: `/admin-panel/settings/departments/${id}` });
};

test("a department's page has its figures, its people and its signature", async () => {
  open(bookings.departmentid);
  await expect.element(page.getByRole("heading", { level: 1, name: "Bookings" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Tickets: 20,006", exact: true })).toBeVisible();
  await expect.element(page.getByText("Agent 0")).toBeInTheDocument();
  await expect.element(page.getByText(/^\+\d$/)).toBeVisible();
  await expect.element(page.getByRole("textbox", { name: "Signature" })).toHaveTextContent("Bookings team");
});

test("an unknown department leads back to the list", async () => {
  open("d0000000-0000-4000-8000-00000000000f");
  await expect.element(page.getByText("Department not found!")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Return" })).toBeVisible();
});
