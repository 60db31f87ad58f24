import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { agents, departments } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, openNetwork } from "../../../sample/network.ts";
import { DepartmentSignatures } from "./DepartmentSignatures.tsx";

const { bookings, refunds } = departments;
const field = page.getByRole("textbox", { name: "Signatures of departments" });
const save = page.getByRole("button", { name: "Save" });

function openDesk(kept: { departmentid: string; html: string }[] = []) {
  return openNetwork({
    "/auth/get-departments": () => [bookings, refunds],
    "/admin/signatures": () => kept,
    "/admin/save-signature": ({ body }) => body,
  });
}

async function choose(department: string): Promise<void> {
  await page.getByRole("combobox", { name: "Department", exact: true }).click();
  await page.getByRole("option", { name: department }).click();
}

test("each department has its own signature, and saving changes the chosen one", async () => {
  const network = openDesk([{ departmentid: bookings.departmentid, html: "<p>Bookings team</p>" }]);
  mount(<DepartmentSignatures />, { viewer: agents.ingrid });
  await expect.element(field).toHaveTextContent("Bookings team");
  await choose("Refunds");
  await expect.element(field).toHaveTextContent("");
  await expect.element(save).toBeDisabled();
  await field.click();
  await userEvent.keyboard("Refunds team");
  await save.click();
  await expect.element(page.getByText("Signature saved")).toBeVisible();
  expect(network.sent("/admin/save-signature")).toEqual([
    { departmentid: refunds.departmentid, html: "<p>Refunds team</p>" },
  ]);
});

test("a signature that failed to save stays in its field", async () => {
  const network = openDesk();
  network.on("/admin/save-signature", broken);
  mount(<DepartmentSignatures />, { viewer: agents.ingrid });
  await field.click();
  await userEvent.keyboard("Bookings team");
  await save.click();
  await expect.element(page.getByText(/The signature was not saved/)).toBeVisible();
  await expect.element(field).toHaveTextContent("Bookings team");
});

test("an unsaved signature is kept while another department's is shown", async () => {
  openDesk();
  mount(<DepartmentSignatures />, { viewer: agents.ingrid });
  await field.click();
  await userEvent.keyboard("Bookings team");
  await choose("Refunds");
  await expect.element(field).toHaveTextContent("");
  await choose("Bookings");
  await expect.element(field).toHaveTextContent("Bookings team");
  await expect.element(save).toBeEnabled();
});

test("signatures that failed to load are not shown as empty", async () => {
  const network = openDesk();
  network.on("/admin/signatures", broken);
  mount(<DepartmentSignatures />, { viewer: agents.ingrid });
  await expect.element(page.getByText("The signature could not be loaded.")).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  network.on("/admin/signatures", () => []);
  await page.getByRole("button", { name: "Retry" }).click();
  await vi.waitFor(() => expect(field.elements()).toHaveLength(1));
});
