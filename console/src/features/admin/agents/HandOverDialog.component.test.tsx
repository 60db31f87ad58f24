import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { agentRow, agents, colleague, departments } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork, refusal } from "../../../sample/network.ts";
import { HandOverDialog } from "./HandOverDialog.tsx";

const jonas = agentRow("Jonas Weber");
const { departmentid } = departments.refunds;
const naledi = { ...colleague("Naledi", "online"), departmentid, departmentids: [departmentid] };
function open() {
  const onClose = vi.fn();
  const left = [true, false];
  const network = openNetwork({
    "/auth/get-departments": () => Object.values(departments),
    "/auth/agents": () => [naledi],
    "/auth/hand-over": () => ({ moved: 3, left: left.shift() ?? false }),
  });
  mount(<HandOverDialog agent={jonas} onClose={onClose} />, { viewer: agents.ingrid });
  return { network, onClose };
}
const confirm = page.getByRole("button", { name: "Hand over" });

test("the tickets go to a colleague of a department, with as many calls as needed", async () => {
  const { network, onClose } = open();
  await expect.element(confirm).toBeDisabled();
  await page.getByText("Refunds").click();
  await page.getByText("Naledi").click();
  await confirm.click();
  await expect.element(page.getByText(/^6 tickets handed over to Naledi/)).toBeVisible();
  const to = { userid: jonas.userid, newDepartment: naledi.departmentid, newUser: naledi.userid };
  expect(network.sent("/auth/hand-over")).toEqual([to, to]);
  expect(onClose).toHaveBeenCalledOnce();
});

test("the tickets go to a department; a refusal is shown and closes nothing", async () => {
  const { network, onClose } = open();
  network.on("/auth/hand-over", () => refusal(404, "not_found", { code: "department_not_found", facts: {} }));
  await page.getByText("Refunds").click();
  await confirm.click();
  await expect.element(page.getByRole("alert")).toMatchTextContent("The tickets could not be handed over");
  expect(network.sent("/auth/hand-over")).toEqual([
    { userid: jonas.userid, newDepartment: naledi.departmentid, newUser: null },
  ]);
  expect(onClose).not.toHaveBeenCalled();
});
