import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { agentRow, agents, departments } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { UnsavedGuard } from "../../unsaved/UnsavedGuard.tsx";
import { AgentEditBox } from "./AgentEditBox.tsx";

test("another administrator's change is shown, and saving says that it was seen", async () => {
  const row = agentRow("Tove Berg");
  const network = openNetwork({
    "/auth/get-departments": () => [departments.bookings],
    "/auth/update-account": () => row,
    "/auth/validate": () => ({ status: "valid" }),
  });
  const box = (agent: typeof row) => <AgentEditBox agent={agent} onClose={vi.fn()} />;
  const { draw } = mount(box(row), { viewer: agents.ingrid });
  await page.getByLabelText("Last name").fill("Berge");
  expect(page.getByRole("listitem").query()).toBeNull();
  draw(box({ ...row, first_name: "Tuva" }));
  await expect.element(page.getByRole("listitem")).toMatchTextContent("First name: Tove → Tuva");
  await page.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => network.sent("/auth/update-account"))
    .toMatchObject([
      { first_name: "Tove", last_name: "Berge", seen: { first_name: "Tuva", last_name: "Berg" } },
    ]);
});

test("a changed agent is left only after a question", async () => {
  openNetwork({ "/auth/get-departments": () => [departments.bookings] });
  const onClose = vi.fn();
  const guarded = (
    <>
      <AgentEditBox agent={agentRow("Tove Berg")} onClose={onClose} />
      <UnsavedGuard />
    </>
  );
  mount(guarded, { viewer: agents.ingrid, routed: true });
  await page.getByLabelText("Last name").fill("Berge");
  await expect.element(page.getByText("Not saved")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(onClose).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "Discard changes" }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

test("an administrator lets an agent see a department beside the home one", async () => {
  const row = agentRow("Tove Berg");
  const network = openNetwork({
    "/auth/get-departments": () => [departments.bookings, departments.refunds],
    "/auth/update-account": () => row,
    "/auth/validate": () => ({ status: "valid" }),
  });
  mount(<AgentEditBox agent={row} onClose={vi.fn()} />, { viewer: agents.ingrid });
  const refunds = page.getByRole("checkbox", { name: "Also sees: Refunds" });
  await refunds.click();
  expect(page.getByRole("checkbox", { name: "Also sees: Bookings" }).query()).toBeNull();
  await expect.element(page.getByText("Not saved")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => network.sent("/auth/update-account"))
    .toMatchObject([
      {
        departmentids: [departments.refunds.departmentid],
        seen: { departmentids: [departments.bookings.departmentid] },
      },
    ]);
});
