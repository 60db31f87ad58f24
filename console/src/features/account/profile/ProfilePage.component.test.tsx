import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { agents, profileOf } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { UnsavedGuard } from "../../unsaved/UnsavedGuard.tsx";
import { ProfilePage } from "./ProfilePage.tsx";

const first = page.getByLabelText("First name");
const question = page.getByRole("dialog", { name: "Leave without saving?" });
const guarded = (
  <>
    <ProfilePage />
    <UnsavedGuard />
  </>
);
const openForm = () => {
  openNetwork({
    "/auth/update-profile": () => profileOf(agents.mira, { firstName: "Mirabel" }),
    "/signature": () => ({ own: "", department: "", shown: "" }),
    "/auth/two-step": () => ({ on: false, required: false }),
    "/auth/sessions": () => [],
    "/auth/sign-ins": () => [],
    "/keys": () => ({ keys: [], address: "https://desk.example" }),
    "/away": () => ({ away: [] }),
    "/auth/agents": () => [],
  });
  mount(guarded, { path: "/profile/mira?mode=edit", routed: true });
};

test("cancelling a changed profile asks first", async () => {
  openForm();
  await first.fill("Mirabel");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(question).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(first).toHaveValue("Mirabel");
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await expect.element(first).toHaveValue("Mira");
});

test("a saved profile is left without a question", async () => {
  openForm();
  await first.fill("Mirabel");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("Profile saved")).toBeVisible();
  await expect.element(first).not.toBeInTheDocument();
  await expect.element(question).not.toBeInTheDocument();
});
