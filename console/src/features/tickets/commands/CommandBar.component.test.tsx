import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { keys, openTicketsQuery } from "../../../api/queries.ts";
import { workspacePath } from "../../../paths.ts";
import { agents, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { useTicketDialog } from "../list/ticket-dialog.ts";
import { useStart } from "../sending/start.ts";
import { CommandBar } from "./CommandBar.tsx";

const { mira } = agents;
const ticket = ticketOf(mira, { userid: mira.id, accepted: true, stage: "accepted" });
const place = workspacePath({ ticket: ticket.ticketid.slice(0, 8) });
const option = (name: string) => page.getByRole("option", { name });

function Bar() {
  return (
    <>
      <output>{useTicketDialog(ticket.ticketid) ?? "none"}</output>
      <CommandBar open onClose={() => undefined} showKeys={() => undefined} />
    </>
  );
}

function show(path: string) {
  openNetwork({ "/auth/agents": () => [], "/tickets": () => [ticket] });
  const cache = createCache();
  cache.setQueryData(openTicketsQuery.queryKey, [ticket]);
  return mount(<Bar />, { cache, path });
}

test("the close dialog does not open without a ticket on screen", async () => {
  show("/");
  await expect.element(option("Go to the pending tickets")).toBeVisible();
  await expect.element(option("Close this ticket")).not.toBeInTheDocument();
  await expect.element(option("Copy the link to this ticket")).not.toBeInTheDocument();
});

test.each([
  ["Close this ticket", "close"],
  ["Reassign this ticket", "reassign"],
])("%s opens its dialog for the ticket on screen", async (name, dialog) => {
  show(place);
  await option(name).click();
  await expect.element(page.getByText(dialog, { exact: true })).toBeInTheDocument();
});

test("a conversation and a mail begin where an account allows it", async () => {
  const cache = createCache();
  cache.setQueryData(keys.channels, [{ starts_by: "mail" }]);
  openNetwork({ "/auth/agents": () => [], "/tickets": () => [ticket] });
  const asked = vi.fn();
  function Asked() {
    useStart("mail", asked);
    return null;
  }
  mount(
    <>
      <Asked />
      <Bar />
    </>,
    { cache, path: "/" },
  );
  await expect.element(option("Start a conversation")).not.toBeInTheDocument();
  await option("Write a mail").click();
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
});

test("the copied link leads to the ticket", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  show(place);
  await option("Copy the link to this ticket").click();
  await expect.element(page.getByText("Link copied")).toBeVisible();
  expect(write).toHaveBeenCalledWith(new URL(place, location.href).href);
});
