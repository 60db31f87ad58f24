import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { agents, departments } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, openNetwork } from "../../../sample/network.ts";
import { DepartmentSignature } from "./DepartmentSignature.tsx";

const { bookings, refunds } = departments;
const field = page.getByRole("textbox", { name: "Signature" });
const save = page.getByRole("button", { name: "Save" });

function openDesk(kept: { departmentid: string; html: string }[] = []) {
  return openNetwork({
    "/admin/signatures": () => kept,
    "/admin/save-signature": ({ body }) => body,
  });
}
const draw = ({ departmentid }: { departmentid: string }) =>
  mount(<DepartmentSignature departmentid={departmentid} />, { viewer: agents.ingrid });

test("each department has its own signature, and saving changes that of this one", async () => {
  const network = openDesk([{ departmentid: bookings.departmentid, html: "<p>Bookings team</p>" }]);
  const first = draw(bookings);
  await expect.element(field).toHaveTextContent("Bookings team");
  first.unmount();
  draw(refunds);
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

test("a signature that failed to save stays in its field, and discarding brings the saved one back", async () => {
  const network = openDesk([{ departmentid: bookings.departmentid, html: "<p>Bookings team</p>" }]);
  network.on("/admin/save-signature", broken);
  draw(bookings);
  await field.click();
  await userEvent.keyboard("{End} and friends");
  await expect.element(page.getByText("Not saved")).toBeVisible();
  await save.click();
  await expect.element(page.getByText(/The signature was not saved/)).toBeVisible();
  await expect.element(field).toHaveTextContent("Bookings team and friends");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect.element(field).toHaveTextContent("Bookings team");
  await expect.element(page.getByText("Not saved")).not.toBeInTheDocument();
});

test("signatures that failed to load are not shown as empty", async () => {
  const network = openDesk();
  network.on("/admin/signatures", broken);
  draw(bookings);
  await expect.element(page.getByText("The signature could not be loaded.")).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  network.on("/admin/signatures", () => []);
  await page.getByRole("button", { name: "Retry" }).click();
  await vi.waitFor(() => expect(field.elements()).toHaveLength(1));
});
