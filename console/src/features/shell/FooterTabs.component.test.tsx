import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { agents } from "../../sample/build.ts";
import { mount } from "../../sample/mount.tsx";
import { FooterTabs } from "./FooterTabs.tsx";

test("an agent, who has no admin panel, finds the clients", async () => {
  mount(<FooterTabs />);
  await expect
    .element(page.getByRole("link", { name: "Clients" }))
    .toHaveAttribute("href", "/admin-panel/clients");
  expect(page.getByRole("link", { name: "Admin panel" }).query()).toBeNull();
});

test("an administrator finds the admin panel", async () => {
  mount(<FooterTabs />, { viewer: agents.ingrid });
  await expect.element(page.getByRole("link", { name: "Admin panel" })).toBeVisible();
});
