import { reasonOf } from "@parley/contract/reasons";
import { languages } from "@parley/contract/sessions";
import { useState } from "react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { closedTicketsQuery, openTicketsQuery } from "../../../api/queries.ts";
import { changeLanguage, loadTexts } from "../../../i18n/index.ts";
import { agents, at, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { DeleteDialog } from "./DeleteDialog.tsx";

const ticket = ticketOf(agents.ingrid, { accepted: true, stage: "accepted", userid: agents.mira.id });
const { ticketid, client_name } = ticket;
const id = ticketid.slice(0, 8);
const deleted = {
  ...{ ticketid, platform: "telegram", client_name, department_name: "Bookings", created_on: at(1) },
  ...{ messages: 2, deleted_on: at(2), deleted_by_name: "Ingrid Solheim", kept_until: at(9) },
};

let network: Network;
const onClose = vi.fn();
beforeEach(() => {
  onClose.mockClear();
  network = openNetwork({
    "/admin/delete-ticket": () => deleted,
    "/admin/restore-ticket": () => ticket,
    "/0/closed-tickets": () => [],
    "/notifications": () => ({ sections: [], count: 0, more: false }),
  });
});

/** The dialog as the header shows it: gone once it is answered. */
function Asked() {
  const [shown, setShown] = useState(true);
  const leave = () => {
    onClose();
    setShown(false);
  };
  return shown && <DeleteDialog ticket={ticket} onClose={leave} />;
}

function cacheOf() {
  const cache = createCache();
  cache.setQueryData(openTicketsQuery.queryKey, [ticket]);
  cache.setQueryData(closedTicketsQuery.queryKey, { pages: [[]], pageParams: [{ offset: 0 }] });
  return cache;
}
const options = () => ({ cache: cacheOf(), viewer: agents.ingrid });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

test("a ticket is deleted after two questions, of which the second needs a tick; undo brings it back open", async () => {
  const { cache } = mount(<Asked />, options());
  await expect.element(page.getByRole("dialog", { name: "Delete this ticket?" })).toBeVisible();
  await press("Continue");
  const dialog = page.getByRole("dialog", { name: `Delete ticket ${id} for everyone?` });
  const confirm = dialog.getByRole("button", { name: "Delete ticket" });
  await expect.element(confirm).toBeDisabled();
  expect(network.calls).toEqual([]);
  await dialog.getByRole("checkbox", { name: `Yes, delete ${id} of ${client_name}` }).click();
  await confirm.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(network.sent("/admin/delete-ticket")).toEqual([{ ticketid }]);
  expect(cache.getQueryData(openTicketsQuery.queryKey)).toEqual([]);
  await press("Undo");
  await expect.poll(() => network.sent("/admin/restore-ticket")).toEqual([{ ticketid, reopen: true }]);
  await expect.element(page.getByText("Ticket restored")).toBeVisible();
});

test("the questions are answered by keyboard, and Escape deletes nothing", async () => {
  mount(<Asked />, options());
  await expect.element(page.getByRole("dialog")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  mount(<Asked />, options());
  await expect.element(page.getByRole("dialog")).toBeVisible();
  (page.getByRole("button", { name: "Continue" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  (page.getByRole("checkbox").element() as HTMLElement).focus();
  await userEvent.keyboard(" ");
  (page.getByRole("button", { name: "Delete ticket" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => network.sent("/admin/delete-ticket")).toEqual([{ ticketid }]);
});

test("a refusal is named, and the dialog stays", async () => {
  network.on("/admin/delete-ticket", () => refusal(404, "not_found", reasonOf("not_found")));
  mount(<Asked />, options());
  await press("Continue");
  await page.getByRole("checkbox").click();
  await press("Delete ticket");
  await expect.element(page.getByText(/It could not be changed:/)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

test.each(languages)("both questions fit on a phone in %s", async (language) => {
  onTestFinished(() => changeLanguage("en"));
  await loadTexts("deleting");
  await changeLanguage(language);
  await page.viewport(390, 844);
  mount(<Asked />, options());
  await expect.element(page.getByRole("dialog")).toBeVisible();
  for (const step of [0, 1]) {
    const dialog = page.getByRole("dialog").element();
    expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth);
    for (const button of page.getByRole("dialog").getByRole("button").elements()) {
      const { left, right } = button.getBoundingClientRect();
      expect(left).toBeGreaterThanOrEqual(dialog.getBoundingClientRect().left);
      expect(right).toBeLessThanOrEqual(dialog.getBoundingClientRect().right);
    }
    if (step === 0) await page.getByRole("dialog").getByRole("button").nth(1).click();
  }
});
