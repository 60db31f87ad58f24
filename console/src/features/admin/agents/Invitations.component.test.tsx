import type { Invitation } from "@parley/contract/invitations";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { agents, at, departments } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, Status } from "../../../sample/network.ts";
import { Invitations } from "./Invitations.tsx";

const invitation = (first_name: string, facts: Partial<Invitation> = {}): Invitation => ({
  invitationid: `b0000000-0000-4000-8000-00000000000${first_name.length}`,
  email: `${first_name.toLowerCase()}@harbour.example`,
  first_name,
  last_name: "Berg",
  ...departments.bookings,
  role: null,
  sent_on: at(0),
  expires_on: new Date(Date.now() + 86_400_000).toISOString(),
  invited_by_name: "Ingrid Dahl",
  ...facts,
});
const { ingrid } = agents;
const line = (name: string) => page.getByRole("listitem").filter({ hasText: name });

let open: Invitation[];
let network: Network;
beforeEach(() => {
  open = [invitation("Tove"), invitation("Arvid", { role: "admin", expires_on: at(0) })];
  network = openNetwork({
    "/admin/invitations": () => open,
    "/auth/invite-again": () => ({ invitation: open[0], link: null }),
    "/auth/withdraw-invitation": () => ({}),
  });
});

test("each invitation shows who was invited, by whom, as what, and until when it is valid", async () => {
  mount(<Invitations />, { viewer: ingrid });
  await expect.element(line("Tove Berg")).toMatchTextContent("tove@harbour.example");
  await expect.element(line("Tove Berg")).toMatchTextContent("sent by Ingrid Dahl");
  await expect.element(line("Tove Berg")).toMatchTextContent("valid until");
  await expect.element(line("Arvid Berg")).toMatchTextContent("expired");
  await expect.element(line("Arvid Berg")).not.toMatchTextContent("valid until");
});

test("the list shows nothing when no invitation is open", async () => {
  open = [];
  mount(<Invitations />, { viewer: ingrid });
  await expect.poll(() => network.calls.length).toBe(1);
  await expect.element(page.getByRole("heading")).not.toBeInTheDocument();
});

test("a mail that is sent again is confirmed, and the list is fetched again", async () => {
  mount(<Invitations />, { viewer: ingrid });
  await page.getByRole("button", { name: "Send the invitation of Tove Berg again" }).click();
  await expect.element(page.getByText("Invitation sent to tove@harbour.example")).toBeVisible();
  expect(network.sent("/auth/invite-again")).toEqual([{ invitationid: open[0]?.invitationid }]);
  await expect.poll(() => network.sent("/admin/invitations").length).toBe(2);
});

test("a repeated invitation shows the link where there is no mail server", async () => {
  const link = "https://desk.example/invitation#token";
  network.on("/auth/invite-again", () => ({ invitation: open[0], link }));
  mount(<Invitations />, { viewer: ingrid });
  await page.getByRole("button", { name: "Send the invitation of Tove Berg again" }).click();
  await expect.element(page.getByRole("dialog")).toMatchTextContent("Give this link to Tove Berg.");
  await expect.element(page.getByRole("dialog").getByRole("textbox")).toHaveValue(link);
});

test("a withdrawal is confirmed, and the invitation disappears", async () => {
  network.on("/auth/withdraw-invitation", () => {
    open = open.slice(1);
    return {};
  });
  mount(<Invitations />, { viewer: ingrid });
  await page.getByRole("button", { name: "Withdraw the invitation of Tove Berg" }).click();
  await expect.element(page.getByText("The invitation of Tove Berg is withdrawn")).toBeVisible();
  await expect.element(line("Tove Berg")).not.toBeInTheDocument();
  await expect.element(line("Arvid Berg")).toBeVisible();
});

test("a refusal is shown, and the list is fetched again: another tab may have been faster", async () => {
  network.on("/auth/withdraw-invitation", () => new Status(404, { message: "There is no such invitation." }));
  mount(<Invitations />, { viewer: ingrid });
  await page.getByRole("button", { name: "Withdraw the invitation of Tove Berg" }).click();
  await expect.element(page.getByText("There is no such invitation.")).toBeVisible();
  await expect.poll(() => network.sent("/admin/invitations").length).toBe(2);
});

test("a list that fails to load offers a retry", async () => {
  network.on("/admin/invitations", broken);
  mount(<Invitations />, { viewer: ingrid });
  await expect.element(page.getByRole("alert")).toMatchTextContent("The invitations could not be loaded");
  network.on("/admin/invitations", () => open);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(line("Tove Berg")).toBeVisible();
});
