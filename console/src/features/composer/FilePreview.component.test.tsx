import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "../../sample/mount.tsx";
import { openNetwork } from "../../sample/network.ts";
import { DropTarget } from "./DropTarget.tsx";
import { FilePreview } from "./FilePreview.tsx";

const preview = page.getByRole("region", { name: "File to send" });
const caption = page.getByRole("textbox", { name: "Caption" });
const send = page.getByRole("button", { name: "Send" });
const hint = page.getByText("Drop the file to attach it");

const onSend = vi.fn();
beforeEach(() => {
  onSend.mockReset();
  openNetwork();
});

const file = (size: number, name = "file-0.bin", type = "") =>
  new File([new Uint8Array(size)], name, { type });

function Chat({ enabled = true }: { enabled?: boolean }) {
  const [dropped, setDropped] = useState<File | null>(null);
  return (
    <DropTarget enabled={enabled} onDrop={setDropped}>
      <p>Messages</p>
      {dropped && (
        <FilePreview
          file={dropped}
          maxSize={2_000_000}
          longestCaption={20}
          onCancel={() => setDropped(null)}
          onSend={onSend}
        />
      )}
    </DropTarget>
  );
}

/** Answers whether the browser keeps the event to itself, as with a file it would open. */
function drag(type: string, ...files: File[]): boolean {
  const dataTransfer = new DataTransfer();
  for (const one of files) dataTransfer.items.add(one);
  const target = page.getByText("Messages").element();
  return target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
}

async function mountChat(enabled = true) {
  mount(<Chat enabled={enabled} />);
  await expect.element(page.getByText("Messages")).toBeVisible();
}

test("a file over the chat shows where to drop it, and leaving hides that", async () => {
  await mountChat();
  drag("dragenter", file(10));
  await expect.element(hint).toBeVisible();
  // Over a message that goes away under the file, which then leaves the window.
  drag("dragenter", file(10));
  drag("dragleave", file(10));
  await expect.element(hint).not.toBeInTheDocument();
  expect(drag("dragover", file(10))).toBe(false);
  await expect.element(hint).toBeVisible();
});

test("text that is dragged is left to the browser", async () => {
  await mountChat();
  expect(drag("dragover")).toBe(true);
  expect(drag("drop")).toBe(true);
  await expect.element(hint).not.toBeInTheDocument();
});

test("a chat that takes no file shows no place for one", async () => {
  await mountChat(false);
  drag("dragenter", file(10));
  drag("drop", file(10));
  await expect.element(preview).not.toBeInTheDocument();
  await expect.element(hint).not.toBeInTheDocument();
});

test("of several files the first is looked at, with name, size and type, and can be given up", async () => {
  await mountChat();
  expect(drag("drop", file(1_234_567), file(10, "second.bin"))).toBe(false);
  await expect.element(preview).toMatchTextContent("file-0.bin");
  await expect.element(preview).toMatchTextContent("1.2 MB · BIN");
  await preview.getByRole("button", { name: "Cancel" }).click();
  await expect.element(preview).not.toBeInTheDocument();
});

for (const [what, size, said] of [
  ["too large", 2_000_001, "Filesize too large!"],
  ["empty", 0, "File is smaller than 1 byte"],
] as const) {
  test(`a file that is ${what} is not sent, and Escape gives it up`, async () => {
    await mountChat();
    drag("drop", file(size));
    await expect.element(page.getByRole("alert")).toHaveTextContent(said);
    await expect.element(send).toBeDisabled();
    await userEvent.keyboard("{Enter}");
    expect(onSend).not.toHaveBeenCalled();
    await userEvent.keyboard("{Escape}");
    await expect.element(preview).not.toBeInTheDocument();
  });
}

test("the caption comes next, and Enter sends the file with it", async () => {
  await mountChat();
  drag("drop", file(100, "map.svg", "image/svg+xml"));
  await expect.element(caption).toHaveFocus();
  await userEvent.keyboard(" Here it is {Enter}");
  expect(onSend).toHaveBeenCalledExactlyOnceWith("Here it is");
});

test("a caption is no longer than the channel takes", async () => {
  await mountChat();
  drag("drop", file(100));
  await caption.fill("");
  await userEvent.type(caption, "123456789012345678901234");
  await expect.element(caption).toHaveValue("12345678901234567890");
});

test("a file that only calls itself a picture has no face", async () => {
  await mountChat();
  drag("drop", file(100, "broken.png", "image/png"));
  await expect.element(preview).toMatchTextContent("broken.png");
  await expect.poll(() => document.querySelector<HTMLImageElement>("section img")?.hidden).toBe(true);
});
