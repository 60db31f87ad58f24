import type { Bubble } from "@parley/contract/bubbles";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keys } from "../../../api/queries.ts";
import { agents, at, message, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { write } from "../../tickets/sending/drafts.ts";
import { Composer } from "./Composer.tsx";

const hours: Bubble = { bubbleid: "b1", name: "Hours", content: "From nine to five." };
const luggage: Bubble = { bubbleid: "b2", name: "Luggage", content: "Up to 23 kg." };
const field = page.getByRole("textbox", { name: "Message" });
const send = page.getByRole("button", { name: "Send" });

let onSend: (text: string) => void;
let onFile: (file: File) => void;
let onCancelReply: () => void;
let number = 0;

beforeEach(() => {
  [onSend, onFile, onCancelReply] = [vi.fn(), vi.fn(), vi.fn()];
  openNetwork({
    "/drafts": () => [],
    "/save-draft": ({ body }) => ({ ...(body as object), updated_on: at(1) }),
    "/bubbles": () => [hours, luggage],
  });
});

/** Each test has a new ticket, since a draft outlives its composer. */
function mountComposer(facts: { longest?: number; replyTo?: ReturnType<typeof message> } = {}) {
  number += 1;
  const ticketid = `70000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
  const cache = createCache();
  cache.setQueryData(keys.drafts, []);
  cache.setQueryData(keys.bubbles, [hours, luggage]);
  return mount(
    <Composer
      ticket={ticketOf(agents.mira, { ticketid, userid: agents.mira.id, accepted: true })}
      longest={facts.longest ?? 4096}
      replyTo={facts.replyTo ?? null}
      focused={false}
      onCancelReply={onCancelReply}
      onFile={onFile}
      onSend={onSend}
    />,
    { cache },
  );
}

test("Enter sends the text once, trimmed, and the field is empty and ready", async () => {
  mountComposer();
  await field.click();
  await userEvent.keyboard(" Good morning {Enter}");
  expect(onSend).toHaveBeenCalledExactlyOnceWith("Good morning");
  await expect.element(field).toHaveValue("");
  await expect.element(field).toHaveFocus();
});

test("the browser checks the spelling of the text, in whatever language it is", async () => {
  mountComposer();
  await expect.element(field).toHaveAttribute("spellcheck", "true");
  await expect.element(field).toHaveAttribute("lang", "");
});

test("an empty field sends nothing", async () => {
  mountComposer();
  await field.click();
  await userEvent.keyboard("   {Enter}");
  await expect.element(send).toBeDisabled();
  expect(onSend).not.toHaveBeenCalled();
});

test("Shift+Enter inserts a new line at the cursor", async () => {
  mountComposer();
  await field.click();
  await userEvent.keyboard("Gladly!{ArrowLeft}{Shift>}{Enter}{/Shift}");
  await expect.element(field).toHaveValue("Gladly\n!");
  await userEvent.keyboard("{Enter}");
  expect(onSend).toHaveBeenCalledExactlyOnceWith("Gladly\n!");
});

test("Enter that chooses a word of an input method, and Enter that is held down, send nothing", async () => {
  mountComposer();
  await field.fill("東京");
  const press = (init: KeyboardEventInit) =>
    field
      .element()
      .dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...init }),
      );
  press({ isComposing: true });
  press({ keyCode: 229 });
  expect(press({ repeat: true })).toBe(false);
  await expect.element(field).toHaveValue("東京");
  expect(onSend).not.toHaveBeenCalled();
});

test("a text over the channel's limit is counted and not sent", async () => {
  mountComposer({ longest: 5 });
  await field.fill("123456");
  await expect.element(page.getByRole("alert")).toMatchTextContent(/6.*5/);
  await expect.element(send).toBeDisabled();
  await userEvent.keyboard("{Enter}");
  expect(onSend).not.toHaveBeenCalled();
  await field.fill("12345");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await send.click();
  expect(onSend).toHaveBeenCalledExactlyOnceWith("12345");
});

test("Escape first removes the quote, and without one leaves the field", async () => {
  const { unmount } = mountComposer({ replyTo: message({ content: "When are you open?" }) });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  expect(onCancelReply).toHaveBeenCalledOnce();
  await expect.element(field).toHaveFocus();
  unmount();
  mountComposer();
  await field.click();
  await userEvent.keyboard("{Escape}");
  await expect.element(field).not.toHaveFocus();
  expect(onCancelReply).toHaveBeenCalledOnce();
});

test("R focuses the composer, unless another field has the focus", async () => {
  mountComposer();
  await expect.element(field).toBeVisible();
  document.body.focus();
  await userEvent.keyboard("r");
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue("");
  await userEvent.keyboard("r");
  await expect.element(field).toHaveValue("r");
});

test("a slash finds bubbles by their names, and Enter inserts the highlighted one in its place", async () => {
  mountComposer();
  await field.click();
  await userEvent.keyboard("/");
  await expect.poll(() => page.getByRole("option").elements().length).toBe(2);
  await userEvent.keyboard("lug");
  await expect.element(page.getByRole("option")).toHaveTextContent("LuggageUp to 23 kg.");
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveValue("Up to 23 kg.");
  await expect.element(page.getByRole("option")).not.toBeInTheDocument();
  expect(onSend).not.toHaveBeenCalled();
  await userEvent.keyboard("{Enter}");
  expect(onSend).toHaveBeenCalledExactlyOnceWith("Up to 23 kg.");
});

test("a draft that begins with a slash offers nothing until it is edited", async () => {
  const { cache, unmount } = mountComposer();
  unmount();
  const ticketid = `70000000-0000-4000-8000-${String(number + 1).padStart(12, "0")}`;
  write(cache, ticketid, "/lug");
  mountComposer();
  await expect.element(field).toHaveValue("/lug");
  expect(page.getByRole("option").query()).toBeNull();
  await field.click();
  await userEvent.keyboard("{End}g");
  await expect.element(page.getByRole("option")).toMatchTextContent("Luggage");
});

test("the arrows move through a slash's results, and Escape closes them", async () => {
  mountComposer();
  await field.click();
  await userEvent.keyboard("/");
  const options = page.getByRole("option");
  await expect.poll(() => options.elements().length).toBe(2);
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(field).toHaveValue("Up to 23 kg.");
  await field.fill("/");
  await expect.poll(() => options.elements().length).toBe(2);
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => options.elements().length).toBe(0);
  await expect.element(field).toHaveFocus();
});

test("an emoji is found by its name and inserted at the cursor", async () => {
  mountComposer();
  await field.fill("Gladly !");
  await userEvent.keyboard("{ArrowLeft}");
  await page.getByRole("button", { name: "Insert an emoji" }).click();
  await expect.element(page.getByRole("combobox", { name: "Search emoji" })).toHaveFocus();
  await userEvent.keyboard("thumbs up{Enter}");
  await expect.element(field).toHaveValue("Gladly 👍!");
  await expect.element(field).toHaveFocus();
});

test("an unknown emoji name says so, and Escape leads back to the text", async () => {
  mountComposer();
  await page.getByRole("button", { name: "Insert an emoji" }).click();
  await expect.element(page.getByRole("combobox", { name: "Search emoji" })).toHaveFocus();
  await userEvent.keyboard("xyzzy");
  await expect.element(page.getByText("No emoji found")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(field).toHaveFocus();
});

test("a bubble is inserted into the text", async () => {
  mountComposer();
  await field.fill("Hello. ");
  await page.getByRole("button", { name: "Insert a bubble" }).click();
  await expect.element(page.getByRole("combobox", { name: "Search bubbles" })).toHaveFocus();
  await userEvent.keyboard("hours{Enter}");
  await expect.element(field).toHaveValue("Hello. From nine to five.");
  await expect.element(field).toHaveFocus();
});

test("a picture from the clipboard becomes a file to send, a text is inserted", async () => {
  mountComposer();
  await expect.element(field).toBeVisible();
  const paste = (clipboardData: DataTransfer) =>
    field
      .element()
      .dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  const picture = new DataTransfer();
  picture.items.add(new File(["<svg/>"], "map.svg", { type: "image/svg+xml" }));
  expect(paste(picture)).toBe(false);
  expect(vi.mocked(onFile).mock.calls.map(([{ name }]) => name)).toEqual(["map.svg"]);
  const words = new DataTransfer();
  words.setData("text/plain", "words");
  expect(paste(words)).toBe(true);
  expect(onFile).toHaveBeenCalledOnce();
});

test("the emoji span the width of the screen on a phone", async () => {
  await page.viewport(390, 844);
  mountComposer();
  await page.getByRole("button", { name: "Insert an emoji" }).click();
  const panel = page.getByRole("dialog", { name: "Insert an emoji" });
  await expect.element(panel).toBeVisible();
  await expect
    .poll(() => {
      const { left, right } = panel.element().getBoundingClientRect();
      return [left, right];
    })
    .toEqual([8, 382]);
});

test("the field's text is large enough on a phone that iOS does not zoom", async () => {
  await page.viewport(390, 844);
  mountComposer();
  await expect.element(field).toBeVisible();
  expect(getComputedStyle(field.element()).fontSize).toBe("16px");
});
