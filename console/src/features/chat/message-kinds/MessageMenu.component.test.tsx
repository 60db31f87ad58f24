import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keys } from "../../../api/queries.ts";
import { agents, message, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork } from "../../../sample/network.ts";
import { MessageOverlays } from "../conversation/MessageOverlays.tsx";
import { MessageRow } from "./MessageRow.tsx";

const call = message({ seq: 1, content: "Please call me at six" });
const mine = ticketOf(agents.mira, { userid: agents.mira.id, accepted: true });
const theirs = ticketOf(agents.mira, { userid: agents.jonas.id, accepted: true });
const pinPath = `/${mine.ticketid}/pin-message`;
const unpinPath = `/${mine.ticketid}/unpin-message`;

const opener = page.getByRole("button", { name: "Message actions" });
const menu = page.getByRole("menu", { name: "Message actions" });
const items = menu.getByRole("menuitem");
const names = () => items.elements().map((item) => item.textContent);

let network: Network;
const onReply = vi.fn<(message: Message) => void>();
beforeEach(() => {
  onReply.mockReset();
  network = openNetwork({ [pinPath]: () => ({}), [unpinPath]: () => ({}) });
});

function mountMessage(shown: Message = call, ticket: Ticket = mine) {
  const cache = createCache();
  cache.setQueryData(keys.pins(ticket.ticketid), []);
  return mount(
    <main>
      <MessageOverlays ticket={ticket} messages={[shown]} onReply={onReply} onAnswerMail={vi.fn()}>
        <MessageRow ticket={ticket} message={shown} first last highlighted={false} onJump={() => undefined} />
      </MessageOverlays>
    </main>,
    { cache },
  );
}

async function focusOpener() {
  await expect.element(opener).toBeInTheDocument();
  (opener.element() as HTMLElement).focus();
}

async function openByKey() {
  await focusOpener();
  await userEvent.keyboard("{Enter}");
}

const words = page.getByText(/^Please call me/);
const at = { bubbles: true, cancelable: true, button: 2, clientX: 200, clientY: 30 };

test("the button opens the menu by key, on its first item, and Escape gives the focus back", async () => {
  mountMessage();
  await openByKey();
  await expect.poll(names).toEqual(["Reply", "Copy text", "Split off a new ticket…", "Pin"]);
  await expect.element(items.first()).toHaveFocus();
  await userEvent.keyboard("{End}");
  await expect.element(items.last()).toHaveFocus();
  await userEvent.keyboard("{Home}{ArrowDown}");
  await expect.element(items.nth(1)).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test("a letter leads to the item that begins with it", async () => {
  mountMessage();
  await openByKey();
  await expect.element(items.first()).toHaveFocus();
  await userEvent.keyboard("p");
  await expect.element(menu.getByRole("menuitem", { name: "Pin" })).toHaveFocus();
});

test("a letter typed as the menu opens keeps its item", async () => {
  mountMessage();
  await focusOpener();
  const key = new KeyboardEvent("keydown", { key: "p", bubbles: true, cancelable: true });
  // The menu takes the focus before its first item does.
  document.addEventListener("focusin", () => menu.query()?.dispatchEvent(key), { once: true });
  await userEvent.keyboard("{Enter}");
  await expect.element(menu.getByRole("menuitem", { name: "Pin" })).toHaveFocus();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await expect.element(menu.getByRole("menuitem", { name: "Pin" })).toHaveFocus();
});

test("a right-click opens the menu at the pointer", async () => {
  mountMessage();
  await userEvent.click(words, { button: "right" });
  await expect.poll(names).toEqual(["Reply", "Copy text", "Split off a new ticket…", "Pin"]);
});

test("Reply passes the message to the composer, which takes the focus", async () => {
  mountMessage();
  await userEvent.click(words, { button: "right" });
  await menu.getByRole("menuitem", { name: "Reply" }).click();
  expect(onReply).toHaveBeenCalledExactlyOnceWith(call);
  await expect.element(menu).not.toBeInTheDocument();
});

test("an agent who may not answer is offered no reply", async () => {
  mountMessage(call, theirs);
  await userEvent.click(words, { button: "right" });
  await expect.poll(names).toEqual(["Copy text", "Pin"]);
});

test("a photo without a caption has no text to copy", async () => {
  const path = `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>`;
  mountMessage(message({ type: "image", path, content: "", width: 100, height: 100 }));
  await openByKey();
  await expect.poll(names).toEqual(["Reply", "Split off a new ticket…", "Pin"]);
});

test("Pin pins, and the menu then offers to unpin", async () => {
  const { cache } = mountMessage();
  await userEvent.click(words, { button: "right" });
  await menu.getByRole("menuitem", { name: "Pin" }).click();
  await expect.poll(() => network.sent(pinPath)).toMatchObject([{ messageid: call.messageid }]);
  await expect.element(menu).not.toBeInTheDocument();
  cache.setQueryData(keys.pins(mine.ticketid), [{ messageid: call.messageid }]);
  await expect.element(page.getByRole("img", { name: "Pinned" })).toBeVisible();
  await userEvent.click(words, { button: "right" });
  await expect.poll(() => names().at(-1)).toBe("Unpin");
});

test("the right-click marks the word first on a Mac, and a reader's own selection stays", async () => {
  mountMessage();
  await expect.element(words).toBeVisible();
  const text = words.element();
  const rightClick = (markedBy: "reader" | "browser") => {
    getSelection()?.removeAllRanges();
    if (markedBy === "reader") getSelection()?.selectAllChildren(text);
    text.dispatchEvent(new PointerEvent("pointerdown", { ...at, pointerType: "mouse" }));
    getSelection()?.selectAllChildren(text);
    return text.dispatchEvent(new MouseEvent("contextmenu", at));
  };
  expect(rightClick("reader")).toBe(true);
  await expect.element(menu).not.toBeInTheDocument();
  expect(rightClick("browser")).toBe(false);
  await expect.element(menu.getByRole("menuitem", { name: "Pin" })).toBeVisible();
  getSelection()?.removeAllRanges();
});

test("a resting finger opens the menu, and lifting it does not close it", async () => {
  mountMessage();
  await expect.element(words).toBeVisible();
  const finger = (type: string, more: PointerEventInit = {}) =>
    words
      .element()
      .dispatchEvent(new PointerEvent(type, { ...at, button: 0, pointerType: "touch", ...more }));
  finger("pointerdown");
  await expect.element(menu.getByRole("menuitem", { name: "Pin" })).toBeVisible();
  finger("pointerup");
  await expect.element(menu.getByRole("menuitem", { name: "Pin" })).toBeVisible();
});

test("a finger that moves scrolls, and opens no menu", async () => {
  mountMessage();
  await expect.element(words).toBeVisible();
  vi.useFakeTimers();
  const finger = (type: string, more: PointerEventInit = {}) =>
    words
      .element()
      .dispatchEvent(new PointerEvent(type, { ...at, button: 0, pointerType: "touch", ...more }));
  finger("pointerdown");
  finger("pointermove", { clientY: 60 });
  vi.advanceTimersByTime(2_000);
  vi.useRealTimers();
  await expect.element(menu).not.toBeInTheDocument();
});

test("the text is copied, and a toast says so", async () => {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void copied.push(text));
  mountMessage();
  await userEvent.click(words, { button: "right" });
  await menu.getByRole("menuitem", { name: "Copy text" }).click();
  await expect.element(page.getByText("Copied", { exact: true })).toBeVisible();
  expect(copied).toEqual(["Please call me at six"]);
  vi.restoreAllMocks();
});
