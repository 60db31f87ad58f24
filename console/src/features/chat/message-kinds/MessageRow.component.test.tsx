import { reasonOf } from "@parley/contract/reasons";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { changeLanguage } from "../../../i18n/index.ts";
import { agents, message, ticketOf } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { MessageRow } from "./MessageRow.tsx";

const mine = ticketOf(agents.mira, { userid: agents.mira.id, accepted: true });
const row = page.getByRole("article");
const answer = { isagent: true, created_by: agents.mira.id, created_by_name: "Mira Halvorsen" };

function show(facts: Parameters<typeof message>[0], ticket = mine, onJump: () => void = () => undefined) {
  openNetwork();
  return mount(
    <MessageRow ticket={ticket} message={message(facts)} first last highlighted={false} onJump={onJump} />,
  );
}

test("a client's words are text, never markup", async () => {
  const nasty = `<img src=x onerror="document.title='owned'"><b>bold</b>`;
  show({ content: nasty });
  await expect.element(page.getByText(nasty)).toBeVisible();
  expect(row.element().querySelector("b, img[src=x]")).toBeNull();
});

test("line breaks stay, and a link opens outside the console", async () => {
  show({ content: "See\nhttps://parley.example/a?b=1, please." });
  const link = page.getByRole("link");
  await expect.element(link).toHaveTextContent("https://parley.example/a?b=1");
  await expect.element(link).toHaveAttribute("rel", "noopener noreferrer");
  await expect.element(link).toHaveAttribute("target", "_blank");
  expect(row.element().textContent).toContain("See\n");
});

test("up to three emoji alone are large, and small in a sentence", async () => {
  const { draw } = show({ content: "👍🏽 🎉" });
  const size = (text: RegExp) => Number.parseFloat(getComputedStyle(page.getByText(text).element()).fontSize);
  await expect.element(page.getByText(/🎉/)).toBeVisible();
  expect(size(/🎉/)).toBeGreaterThan(30);
  draw(
    <MessageRow
      ticket={mine}
      message={message({ content: "Thanks 🎉" })}
      first
      last
      highlighted={false}
      onJump={() => undefined}
    />,
  );
  await expect.element(page.getByText(/Thanks/)).toBeVisible();
  expect(size(/Thanks/)).toBeLessThan(20);
});

test("an edit, a reaction and the client's name are announced by a screen reader too", async () => {
  show({ content: "The flight is at six", edited_on: "2026-11-21T08:05:00.000Z", reaction: "👍" });
  await expect.element(row).toMatchTextContent("edited");
  await expect.element(row).toMatchTextContent("Reaction 👍");
  await expect.element(page.getByRole("article", { name: /^Dimitar Petrov/ })).toBeVisible();
});

test("a sent message that did not reach an address says so, and cannot be sent again", async () => {
  const reason = reasonOf("mail_bounced", { address: "rosa@pier.example", says: "550 No such user" });
  show({ ...answer, status: "sent", reason, status_reason: "bounced" });
  await expect
    .element(row.getByText("rosa@pier.example did not get the mail: 550 No such user"))
    .toBeVisible();
  await expect.element(row.getByRole("button", { name: "Retry" })).not.toBeInTheDocument();
});

test("a quote shows the answered message, and leads to it", async () => {
  const onJump = vi.fn();
  show(
    {
      content: "Sunday",
      originalMessage: "Which day?",
      originalMessageId: "e1",
      originalMessageSeq: 7,
      originalMessageType: "text",
      originalMessageIsAgent: true,
    },
    mine,
    onJump,
  );
  await page.getByRole("button", { name: /Which day/ }).click();
  expect(onJump).toHaveBeenCalledExactlyOnceWith({ messageid: "e1", seq: 7 });
});

test("the status of an answer is an icon with a name", async () => {
  const { unmount } = show({ ...answer, status: "sent" });
  await expect.element(page.getByRole("img", { name: "Sent", exact: true })).toBeVisible();
  unmount();
  show({ ...answer, status: "read" });
  await expect.element(page.getByRole("img", { name: "Read", exact: true })).toBeVisible();
});

test("the reason of a failed answer is shown to everyone, Retry only to those who may answer", async () => {
  const failed = { ...answer, status: "failed" as const, status_reason: "The client has blocked the bot." };
  const { unmount } = show(failed);
  await expect.element(page.getByText(/^Not sent: .*blocked/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Retry" })).toBeVisible();
  unmount();
  show(failed, ticketOf(agents.mira, { userid: agents.jonas.id, accepted: true }));
  await expect.element(page.getByText(/^Not sent: .*blocked/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Retry" })).not.toBeInTheDocument();
});

test("the reason is worded in the page's language", async () => {
  const because = reasonOf("slow_down", { provider: "Telegram" });
  const reason = reasonOf("too_late_because", { because });
  await changeLanguage("ja");
  try {
    show({ ...answer, status: "failed", status_reason: "It could not be sent in time.", reason });
    const why = /時間内に送信できませんでした。Telegram から送信を遅らせるよう求められています。/;
    await expect.element(page.getByText(why)).toBeVisible();
  } finally {
    await changeLanguage("en");
  }
});

test("an uncertain answer says so", async () => {
  show({ ...answer, status: "uncertain" });
  await expect.element(page.getByText(/May not have arrived/)).toBeVisible();
});

test("a photo that was too large has a name instead, and a location a link to a map", async () => {
  const { unmount } = show({
    type: "video",
    path: null,
    file_name: "film.mp4",
    status_reason: "Filesize too large!",
  });
  await expect.element(row).toBeVisible();
  await expect.element(page.getByRole("button", { name: /Open the/ })).not.toBeInTheDocument();
  unmount();
  show({ type: "location", content: JSON.stringify({ latitude: 41.3784, longitude: 2.1925 }) });
  await expect
    .element(page.getByRole("link", { name: "Open in a map" }))
    .toHaveAttribute("href", expect.stringContaining("41.3784"));
});
