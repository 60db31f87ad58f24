import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { message } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { Picture } from "../message-kinds/Picture.tsx";
import { MediaViewer } from "./MediaViewer.tsx";

/** A picture. */
const path = `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"/>`;
const view = message({ seq: 1, type: "image", path, caption: "Our view", width: 640, height: 480 });
const pass = message({ seq: 2, type: "image", path, caption: "The pass", width: 640, height: 480 });
const arriving = message({ seq: 3, type: "image", path: null, placeholder: true });

const viewer = page.getByRole("dialog");
const picture = viewer.getByRole("img");
const zoom = () => picture.element().getAttribute("data-zoom");

beforeEach(() => {
  openNetwork();
  mount(
    <MediaViewer messages={[view, pass, arriving]}>
      <Picture message={view} />
      <Picture message={pass} />
    </MediaViewer>,
  );
});

const open = () => page.getByRole("button", { name: "Open the photo" }).first().click();

test("the arrows move to the previous and the next picture, and stop at the ends", async () => {
  await open();
  await expect.element(picture).toHaveAttribute("alt", "Our view");
  await expect.element(viewer).toMatchTextContent(/1 \/ 2/);
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(picture).toHaveAttribute("alt", "Our view");
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(picture).toHaveAttribute("alt", "The pass");
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(viewer).toMatchTextContent(/2 \/ 2/);
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(picture).toHaveAttribute("alt", "Our view");
});

test("plus and minus zoom in steps, and the arrows then move the zoomed picture", async () => {
  await open();
  await userEvent.keyboard("+");
  await expect.poll(zoom).toBe("1.5");
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(viewer).toMatchTextContent(/1 \/ 2/);
  await userEvent.keyboard("+++++");
  await expect.poll(zoom).toBe("4");
  await expect.element(page.getByRole("button", { name: "Zoom in" })).toBeDisabled();
  await userEvent.keyboard("-");
  await expect.poll(zoom).toBe("3");
  await userEvent.keyboard("0");
  await expect.poll(zoom).toBe("1");
  await expect.element(page.getByRole("button", { name: "Zoom out" })).toBeDisabled();
});

test("another picture begins unzoomed", async () => {
  await open();
  await userEvent.keyboard("+");
  await page.getByRole("button", { name: "Next" }).click();
  await expect.element(picture).toHaveAttribute("alt", "The pass");
  expect(zoom()).toBe("1");
});

test("a double click zooms, or resets the zoom", async () => {
  await open();
  await userEvent.dblClick(picture);
  await expect.poll(zoom).toBe("1.5");
  await userEvent.dblClick(picture);
  await expect.poll(zoom).toBe("1");
});

test("the wheel zooms, once for a movement of many small turns", async () => {
  await open();
  await expect.element(picture).toBeVisible();
  const turn = (deltaY: number) =>
    picture.element().dispatchEvent(new WheelEvent("wheel", { deltaY, bubbles: true, cancelable: true }));
  expect(turn(-3)).toBe(false);
  turn(-3);
  turn(-3);
  await expect.poll(zoom).toBe("1.5");
});

test("the browser's own zoom is left alone", async () => {
  await open();
  await expect.element(picture).toBeVisible();
  const press = new KeyboardEvent("keydown", { key: "+", ctrlKey: true, bubbles: true, cancelable: true });
  expect(picture.element().dispatchEvent(press)).toBe(true);
  expect(zoom()).toBe("1");
});

test("Escape closes, and the focus is on the photo again", async () => {
  const photo = page.getByRole("button", { name: "Open the photo" }).first();
  await photo.click();
  await expect.element(viewer.getByRole("link", { name: "Download" })).toHaveAttribute("download");
  await userEvent.keyboard("{Escape}");
  await expect.element(viewer).not.toBeInTheDocument();
  await expect.element(photo).toHaveFocus();
});
