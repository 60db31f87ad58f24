import { texts } from "@parley/contract/texts";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { agentPageQuery } from "../../../api/queries.ts";
import { agentRow, agents, departments } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, Status } from "../../../sample/network.ts";
import { RegisterAgent } from "./RegisterAgent.tsx";

const { bookings, refunds } = departments;
const register = page.getByRole("button", { name: "Register" });
const invite = page.getByRole("button", { name: "Invite" });
const field = (name: string) => page.getByLabelText(name, { exact: true });

let network: Network;
const onClose = vi.fn();
beforeEach(() => {
  onClose.mockClear();
  network = openNetwork({
    "/auth/get-departments": () => [bookings, refunds],
    "/auth/register": () => agentRow("Tove Berg"),
    "/auth/invite": () => ({
      invitation: { email: "tove@harbour.example", first_name: "Tove", last_name: "Berg" },
      link: null,
    }),
  });
});

function open() {
  const cache = createCache();
  cache.setQueryData(agentPageQuery({ limit: 10 }).queryKey, {
    agents: [],
    totalAgents: 0,
    onlineAgents: 0,
    foundAgents: 0,
  });
  return mount(<RegisterAgent onClose={onClose} />, { cache, viewer: agents.ingrid });
}

async function fill(passwords = true) {
  await field("Email").fill(" tove@harbour.example ");
  await field("First name").fill(" Tove ");
  await field("Last name").fill("Berg");
  if (passwords) {
    await field("Password").fill("Fjord-Ferry-9");
    await field("Confirm password").fill("Fjord-Ferry-9");
  }
  await page.getByRole("combobox").click();
  await page.getByRole("option", { name: "Refunds" }).click();
}

test("the field for the role has its name", async () => {
  open();
  await expect.element(page.getByRole("checkbox", { name: "Administrator", exact: true })).toBeVisible();
});

test("a registered colleague is sent without stray spaces and listed at once", async () => {
  const { cache } = open();
  await fill();
  await register.click();
  await expect.element(page.getByText("Tove Berg can sign in now.")).toBeVisible();
  expect(network.sent("/auth/register")).toEqual([
    {
      email: "tove@harbour.example",
      firstName: "Tove",
      lastName: "Berg",
      department: refunds.departmentid,
      department_name: "Refunds",
      isAdmin: false,
      isModerator: false,
      pass: "Fjord-Ferry-9",
      confirmPassword: "Fjord-Ferry-9",
    },
  ]);
  expect(cache.getQueryData(agentPageQuery({ limit: 10 }).queryKey)).toMatchObject({ totalAgents: 1 });
  expect(onClose).toHaveBeenCalledOnce();
});

test("a missing department or field is refused on the page", async () => {
  open();
  await field("Email").fill("tove@harbour.example");
  await register.click();
  await expect.element(page.getByText(texts.someFieldsMissing)).toBeVisible();
  expect(network.sent("/auth/register")).toEqual([]);
});

test("passwords that differ are refused on the page", async () => {
  open();
  await fill();
  await field("Confirm password").fill("Fjord-Ferry-8");
  await register.click();
  await expect.element(page.getByText(texts.passwordsDiffer)).toBeVisible();
  expect(network.sent("/auth/register")).toEqual([]);
});

test("an invitation asks for no password and removes a password's fault", async () => {
  open();
  await fill();
  await field("Confirm password").fill("another");
  await register.click();
  await expect.element(page.getByText(texts.passwordsDiffer)).toBeVisible();
  await page.getByText("Send an invitation").click();
  await expect.element(page.getByText(texts.passwordsDiffer)).not.toBeInTheDocument();
  await expect.element(field("Password")).not.toBeInTheDocument();
  await invite.click();
  await expect.element(page.getByText("Invitation sent to tove@harbour.example")).toBeVisible();
  expect(network.sent("/auth/invite")).toMatchObject([
    { email: "tove@harbour.example", department: refunds.departmentid },
  ]);
  expect(onClose).toHaveBeenCalledOnce();
});

test("the link is shown before the box closes where there is no mail server", async () => {
  const link = "https://desk.example/invitation#token";
  const invitation = { email: "tove@harbour.example", first_name: "Tove", last_name: "Berg" };
  network.on("/auth/invite", () => ({ invitation, link }));
  open();
  await page.getByText("Send an invitation").click();
  await fill(false);
  await invite.click();
  await expect.element(page.getByLabelText("Link of the invitation")).toHaveValue(link);
  expect(onClose).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "Done" }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

test("each fault the server finds is a line, and the entries stay", async () => {
  network.on(
    "/auth/register",
    () => new Status(400, { message: ["At least one number", "At least one uppercase letter"] }),
  );
  open();
  await fill();
  await register.click();
  await expect.element(page.getByText("At least one number")).toBeVisible();
  await expect.element(page.getByText("At least one uppercase letter")).toBeVisible();
  await expect.element(field("First name")).toHaveValue(" Tove ");
});

test("the box says so when the server does not answer", async () => {
  network.on("/auth/register", broken);
  open();
  await fill();
  await register.click();
  await expect.element(page.getByText("No response received from server.")).toBeVisible();
  await expect.element(register).toBeEnabled();
});
