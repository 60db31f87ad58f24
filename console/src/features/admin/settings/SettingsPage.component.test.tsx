import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { agents, departments, profileOf } from "../../../sample/build.ts";
import { createCache } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { ViewerContext } from "../../session/viewer.ts";
import { SettingsPage } from "./SettingsPage.tsx";

const settings = "/admin-panel/settings";

beforeEach(() => {
  openNetwork({
    "/admin/get-departments": () => ({ departments: Object.values(departments), statistics: {} }),
    "/auth/get-departments": () => Object.values(departments),
    "/auth/agents": () => [],
    "/channels": () => [],
  });
});

function open(path: string) {
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  const router = createMemoryRouter([{ path: settings, element: <SettingsPage /> }], {
    initialEntries: [path],
  });
  root.render(
    <QueryClientProvider client={createCache()}>
      <ViewerContext value={profileOf(agents.ingrid)}>
        <RouterProvider router={router} />
      </ViewerContext>
    </QueryClientProvider>,
  );
  onTestFinished(async () => {
    root.unmount();
    container.remove();
    await page.viewport(1440, 900);
  });
  return router;
}

const link = (name: string) => page.getByRole("link", { name, exact: true });
const list = page.getByRole("navigation", { name: "Settings" });

test("the sections stand in groups beside the one on screen, which the address names", async () => {
  const router = open(settings);
  for (const [group, first] of [
    ["Company", "Company"],
    ["Channels", "Communication services"],
    ["Messages", "Rules"],
    ["Safety", "Two-step sign-in"],
    ["Help", "User guide"],
  ] as const)
    await expect
      .element(list.getByRole("list", { name: group }).getByRole("link").first())
      .toHaveTextContent(first);
  await expect.element(link("Departments")).toHaveAttribute("aria-current", "page");
  await link("User guide").click();
  await expect.element(page.getByRole("heading", { level: 2, name: "User guide" })).toBeVisible();
  await expect.element(link("User guide")).toHaveAttribute("aria-current", "page");
  expect(router.state.location.hash).toBe("#userGuide");
});

test("the list opens a section on a phone, and the way back returns the focus to its line", async () => {
  await page.viewport(390, 844);
  open(settings);
  await expect.element(link("Communication services")).toBeVisible();
  await expect.element(page.getByRole("heading", { level: 2 })).not.toBeInTheDocument();
  await link("User guide").click();
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(link("Settings")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(link("User guide")).toHaveFocus();
});

test("a change of the width keeps what is typed in a section", async () => {
  open(`${settings}#departments`);
  const field = page.getByRole("textbox", { name: "Add a department" });
  await field.fill("Night shift");
  await page.viewport(390, 844);
  await expect.element(link("Settings")).toBeVisible();
  await expect.element(field).toHaveValue("Night shift");
});
