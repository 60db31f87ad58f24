import type { UploadRules } from "@parley/contract/file-form";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
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

/** Returns true if the browser leaves the event to the page, instead of opening a file. */
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

test("a file dragged over the chat shows where to drop it, and leaving hides that", async () => {
  await mountChat();
  drag("dragenter", file(10));
  await expect.element(hint).toBeVisible();
  // The file is over a message that disappears, and then leaves the window.
  drag("dragenter", file(10));
  drag("dragleave", file(10));
  await expect.element(hint).not.toBeInTheDocument();
  expect(drag("dragover", file(10))).toBe(false);
  await expect.element(hint).toBeVisible();
});

test("dragged text is left to the browser", async () => {
  await mountChat();
  expect(drag("dragover")).toBe(true);
  expect(drag("drop")).toBe(true);
  await expect.element(hint).not.toBeInTheDocument();
});

test("a chat that takes no file shows no drop target", async () => {
  await mountChat(false);
  drag("dragenter", file(10));
  drag("drop", file(10));
  await expect.element(preview).not.toBeInTheDocument();
  await expect.element(hint).not.toBeInTheDocument();
});

test("the first of several files is shown, with name, size and type, and can be discarded", async () => {
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
  test(`a file that is ${what} is not sent, and Escape discards it`, async () => {
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

test("the caption gets the focus, and Enter sends the file with it", async () => {
  await mountChat();
  drag("drop", file(100, "map.svg", "image/svg+xml"));
  await expect.element(caption).toHaveFocus();
  await userEvent.keyboard(" Here it is {Enter}");
  expect(onSend).toHaveBeenCalledExactlyOnceWith("Here it is");
});

test("a caption is no longer than the channel accepts", async () => {
  await mountChat();
  drag("drop", file(100));
  await caption.fill("");
  await userEvent.type(caption, "123456789012345678901234");
  await expect.element(caption).toHaveValue("12345678901234567890");
});

test("a file with a picture's name and no picture's content has no preview", async () => {
  await mountChat();
  drag("drop", file(100, "broken.png", "image/png"));
  await expect.element(preview).toMatchTextContent("broken.png");
  await expect.poll(() => document.querySelector<HTMLImageElement>("section img")?.hidden).toBe(true);
});

/** The rules of a sample channel in bytes: pictures of two types, no animation, films of one type. */
const rules: UploadRules = {
  kinds: { out: ["image", "video", "audio", "document"] },
  upload: {
    image: { most: 100_000, shown: { "image/jpeg": 50_000 }, redraw: true },
    video: { most: 200_000, shown: { "video/mp4": 200_000 } },
    audio: { most: 100_000 },
    document: { most: 300_000 },
  },
};
const pictureAsDocument = { ...rules, upload: { ...rules.upload, image: { most: 100_000 } } };

test.each<[string, File, UploadRules, string]>([
  [
    "a picture",
    file(400_000, "a.png", "image/png"),
    pictureAsDocument,
    "A picture may have 300.0 KB here at most; this one has 400.0 KB.",
  ],
  [
    "a film",
    file(1_234_567, "a.mp4", "video/mp4"),
    rules,
    "A video may have 300.0 KB here at most; this one has 1.2 MB.",
  ],
  [
    "a recording",
    file(400_000, "a.mp3", "audio/mpeg"),
    rules,
    "A recording may have 300.0 KB here at most; this one has 400.0 KB.",
  ],
  [
    "a document",
    file(400_000, "a.zip", "application/zip"),
    rules,
    "A file may have 300.0 KB here at most; this one has 400.0 KB.",
  ],
  [
    "any file",
    file(1, "a.zip", "application/zip"),
    { ...rules, kinds: { out: ["text"] } },
    "Files cannot be sent on this channel.",
  ],
])(
  "%s that the channel does not take is refused with its kind, size and limit",
  async (_what, chosen, given, reason) => {
    mount(<FilePreview file={chosen} rules={given} onCancel={vi.fn()} onSend={onSend} />);
    await expect.element(page.getByRole("alert")).toMatchTextContent(reason);
    await expect.element(send).toBeDisabled();
    await userEvent.keyboard("{Enter}");
    expect(onSend).not.toHaveBeenCalled();
  },
);

test.each<[string, File, string]>([
  ["a large picture", file(60_000, "a.jpg", "image/jpeg"), "It is scaled and sent as a JPEG picture."],
  [
    "a picture of another type",
    file(100, "a.webp", "image/webp"),
    "It is scaled and sent as a JPEG picture.",
  ],
  ["a film of another type", file(100, "a.mov", "video/quicktime"), "The client gets it as a document."],
  [
    "a recording too large for one",
    file(200_000, "a.mp3", "audio/mpeg"),
    "The client gets it as a document.",
  ],
])("%s goes in another form, which is announced before", async (_what, chosen, note) => {
  mount(<FilePreview file={chosen} rules={rules} onCancel={vi.fn()} onSend={onSend} />);
  await expect.element(preview).toMatchTextContent(note);
  await expect.element(send).toBeEnabled();
});

test("a file that goes unchanged gets no note", async () => {
  mount(
    <FilePreview
      file={file(100, "a.pdf", "application/pdf")}
      rules={rules}
      onCancel={vi.fn()}
      onSend={onSend}
    />,
  );
  await expect.element(preview).toMatchTextContent("a.pdf");
  await expect.element(preview).not.toMatchTextContent("document");
});
