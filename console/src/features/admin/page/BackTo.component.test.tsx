import { useNavigate } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { adminPaths } from "../../../paths.ts";
import { agents } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { AdminPanel } from "./AdminPanel.tsx";
import { BackTo } from "./BackTo.tsx";

const filtered = `${adminPaths.clients}?search=petrov`;

function Panel() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => navigate(adminPaths.client("ABCD1234"))}>
        A client
      </button>
      <BackTo list={adminPaths.clients} label="All clients" />
      <AdminPanel />
    </>
  );
}

test("a profile marks its list, and its way back keeps the list's filters", async () => {
  openNetwork({ "/auth/validate": () => ({ status: "valid" }) });
  mount(<Panel />, { path: filtered, viewer: agents.ingrid });
  await page.getByRole("button", { name: "A client" }).click();
  const back = page.getByRole("link", { name: "All clients" });
  await expect.element(back).toHaveAttribute("href", filtered);
  const section = page.getByRole("link", { name: "Clients", exact: true });
  await expect.element(section).toHaveAttribute("aria-current", "true");
  await expect.element(page.getByRole("link", { name: "Agents" })).not.toHaveAttribute("aria-current");
  await back.click();
  await expect.element(section).toHaveAttribute("aria-current", "page");
});
