import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import waves from "../../../../../simulator/media/waves.mp4?url";
import { message } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { drawStill } from "../../tickets/sending/draw-still.ts";
import { Body } from "./Body.tsx";

/** The network is closed in the other tests. */
const realFetch = window.fetch;
afterEach(() => vi.restoreAllMocks());

function show(facts: Parameters<typeof message>[0]) {
  openNetwork();
  return mount(<Body message={message(facts)} />);
}
const voice = { type: "audio", path: "/files/1/original/note.ogg?expires=1&signature=x" } as const;
const source = () => document.querySelector("audio")?.getAttribute("src");

test("a voice note is played unchanged where the browser knows its format", async () => {
  show({ ...voice, file_type: "audio/ogg" });
  await expect.poll(source).toBe(voice.path);
});

test("a voice note is played as a WAV where the browser does not know its format", async () => {
  vi.spyOn(HTMLMediaElement.prototype, "canPlayType").mockReturnValue("");
  show({ ...voice, file_type: "audio/ogg" });
  await expect.poll(source).toBe(`${voice.path}&as=wave`);
});

test("an MP3 stays unchanged, whatever the browser says", async () => {
  vi.spyOn(HTMLMediaElement.prototype, "canPlayType").mockReturnValue("");
  show({ ...voice, file_type: "audio/mpeg" });
  await expect.poll(source).toBe(voice.path);
});

test("a recording that this browser cannot play is offered as a file", async () => {
  vi.spyOn(HTMLMediaElement.prototype, "canPlayType").mockReturnValue("");
  show({ ...voice, file_type: "audio/amr", file_name: "voice.amr" });
  await expect.element(page.getByRole("link", { name: /voice\.amr/ })).toBeVisible();
  expect(source()).toBeUndefined();
});

test("a video without a still shows an early frame of its own", async () => {
  const path = "/files/1/original/film.mp4?expires=1&signature=x";
  const { unmount } = show({ type: "video", path });
  await expect.poll(() => document.querySelector("video")?.getAttribute("src")).toBe(`${path}#t=0.1`);
  unmount();
  show({ type: "video", path, video_thumbnail: "data:image/gif;base64,R0lGODlhAQABAAAAACw=" });
  await expect.element(page.getByRole("button", { name: "Open the video" })).toBeVisible();
  expect(document.querySelector("video")).toBeNull();
});

test("a frame of a video is drawn before its upload; a file that is no video has none", async () => {
  const film = await (await realFetch(waves)).blob();
  const still = (await drawStill(new File([film], "waves.mp4", { type: "video/mp4" }))) ?? "";
  expect(still.length).toBeLessThanOrEqual(60_000);
  const picture = new Image();
  picture.src = `data:image/jpeg;base64,${still}`;
  await picture.decode();
  expect([picture.naturalWidth, picture.naturalHeight]).toEqual([480, 270]);
  expect(await drawStill(new File(["x"], "a.txt", { type: "text/plain" }))).toBeUndefined();
  expect(await drawStill(new File(["not a film"], "a.mp4", { type: "video/mp4" }))).toBeUndefined();
});

const exe = {
  type: "document",
  path: "/files/1/original/invoice.pdf.exe",
  file_name: "invoice.pdf.exe",
  file_size: 84_000,
} as const;
const warning = page.getByText("Program: open it only if you expected it");

test("a program is marked, and downloaded only after a question", async () => {
  show(exe);
  await expect.element(warning).toBeVisible();
  await expect.element(page.getByRole("link")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Download invoice.pdf.exe" }).click();
  const dialog = page.getByRole("dialog", { name: "Download this program?" });
  await expect.element(dialog.getByText(/invoice\.pdf\.exe can run on your computer/)).toBeVisible();
  const anyway = dialog.getByRole("link", { name: "Download anyway" });
  await expect.element(anyway).toHaveAttribute("href", exe.path);
  await expect.element(anyway).toHaveAttribute("download", exe.file_name);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test("any other file has a plain link and no mark", async () => {
  show({ ...exe, file_name: "exe.pdf", path: "/files/1/original/exe.pdf" });
  await expect.element(page.getByRole("link", { name: "Download exe.pdf" })).toBeVisible();
  await expect.element(warning).not.toBeInTheDocument();
});
