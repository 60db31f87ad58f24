import { type NoticeKind, noticeKinds } from "@parley/contract/notice-kinds";
import type { NoticeSettings } from "@parley/contract/notices";
import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { loadTexts } from "../../../i18n/index.ts";
import { type Agent, agents } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { changed } from "./cache.ts";
import { NoticesPage } from "./NoticesPage.tsx";

const path = "/notice-settings";
const box = (kind: string, way: string) => page.getByRole("checkbox", { name: `${kind}: ${way}` });
const messageMail = box("New messages in your tickets", "Mail");
const quietSwitch = page.getByRole("switch", { name: "Quiet hours" });

let saved: NoticeSettings;
let network: Network;
beforeEach(async () => {
  await loadTexts("notices", "reasons");
  const kinds = structuredClone(noticeKinds) as NoticeSettings["kinds"];
  saved = { kinds, quiet: null, company_time_zone: "Europe/Vienna" };
  network = openNetwork({
    [path]: ({ method, body }) => {
      if (method === "PUT") saved = changed(saved, body as object);
      return saved;
    },
  });
});

const sent = () => network.calls.flatMap(({ method, body }) => (method === "PUT" ? [body] : []));

async function show(viewer: Agent = agents.mira) {
  mount(<NoticesPage />, { viewer });
  await expect.element(messageMail).toBeVisible();
}

test("settings that failed to load offer a retry", async () => {
  network.on(path, broken);
  mount(<NoticesPage />);
  await expect.element(page.getByText("Your notification settings could not be loaded.")).toBeVisible();
  network.on(path, () => saved);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(messageMail).toBeVisible();
});

test("a kind has a box for each way it can come; accounts are the administrators' alone", async () => {
  await show();
  await expect.element(messageMail).not.toBeChecked();
  await expect.element(box("New messages in your tickets", "Push")).toBeChecked();
  await expect.element(box("New tickets in your department", "Push")).toBeVisible();
  await expect.element(box("New tickets in your department", "Inbox")).not.toBeInTheDocument();
  await expect.element(box("Accounts that do not work", "Inbox")).not.toBeInTheDocument();
  await show(agents.ingrid);
  await expect.element(box("Accounts that do not work", "Inbox")).toBeVisible();
});

test("the space key ticks a box, and the change alone is sent", async () => {
  await show();
  (messageMail.element() as HTMLElement).focus();
  await userEvent.keyboard(" ");
  await expect.element(messageMail).toBeChecked();
  await vi.waitFor(() => expect(sent()).toEqual([{ kinds: { message: { mail: true } } }]));
});

test("the word beside a box ticks it too", async () => {
  await show();
  await page.getByText("Mail", { exact: true }).first().click();
  await expect.element(messageMail).toBeChecked();
});

test("a refused change goes back with its reason, and a later one stays", async () => {
  await show();
  const answer = Promise.withResolvers<void>();
  network.on(path, async ({ method, body }) => {
    if (method === "GET") return saved;
    if ("mail" in ((body as { kinds: Partial<Record<NoticeKind, object>> }).kinds.message ?? {})) {
      await answer.promise;
      return refusal(403, "forbidden", reasonOf("password_wrong"));
    }
    saved = changed(saved, body as object);
    return saved;
  });
  await messageMail.click();
  await expect.element(messageMail).toBeChecked();
  const rating = box("Ratings you receive", "Push");
  await rating.click();
  answer.resolve();
  await expect.element(page.getByText("The current password is wrong.")).toBeVisible();
  await expect.element(messageMail).not.toBeChecked();
  await vi.waitFor(() => expect(saved.kinds.rating.push).toBe(false));
  await expect.element(rating).not.toBeChecked();
});

test("quiet hours begin as every night, and are changed by field, day and zone", async () => {
  await show();
  await quietSwitch.click();
  await expect.element(page.getByLabelText("From", { exact: true })).toHaveValue("22:00");
  await expect.element(page.getByText("on the next day")).toBeVisible();
  await expect.element(page.getByLabelText("Time zone")).toHaveDisplayValue("The company’s: Europe/Vienna");
  await page.getByLabelText("To", { exact: true }).fill("23:30");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("on the next day")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Sunday" }).click();
  await page.getByLabelText("Time zone").selectOptions("Asia/Tokyo");
  const quiet = { from: "22:00", to: "23:30", days: [0, 1, 2, 3, 4, 5], time_zone: "Asia/Tokyo" };
  await vi.waitFor(() => expect(saved.quiet).toEqual(quiet));
  await quietSwitch.click();
  await vi.waitFor(() => expect(saved.quiet).toBeNull());
});

test("the last day of quiet hours stays", async () => {
  saved.quiet = { from: "22:00", to: "07:00", days: [4], time_zone: null };
  await show();
  const friday = page.getByRole("button", { name: "Friday" });
  await expect.element(friday).toHaveAttribute("aria-disabled", "true");
  await friday.click({ force: true });
  expect(sent()).toEqual([]);
});

test("nothing overflows at 390 px", async () => {
  await page.viewport(390, 800);
  await show(agents.ingrid);
  await quietSwitch.click();
  await expect.element(page.getByLabelText("From", { exact: true })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
