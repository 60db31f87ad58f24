import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { loadTexts } from "../../../i18n/index.ts";
import { agentRow, agents, departments } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { FurtherDepartments } from "./FurtherDepartments.tsx";

const { bookings, refunds } = departments;
const groups = { departmentid: "72000000-0000-4000-8000-000000000001", department_name: "Groups" };
const home = bookings.departmentid;

beforeEach(async () => {
  await loadTexts("adminAgents");
  openNetwork({ "/auth/get-departments": () => [bookings, groups, refunds] });
});

test.each([
  [{ departmentids: [home, refunds.departmentid, groups.departmentid] }, "Groups, Refunds"],
  [{ departmentids: [home] }, "–"],
  [{ departmentids: [home], role: "moderator" as const }, "Every department"],
])("the departments of %j are named", async (facts, shown) => {
  const agent = agentRow("Tove Berg", { departmentid: home, ...facts });
  mount(
    <p>
      <FurtherDepartments agent={agent} />
    </p>,
    { viewer: agents.ingrid },
  );
  await expect.element(page.getByRole("paragraph")).toHaveTextContent(shown);
});
