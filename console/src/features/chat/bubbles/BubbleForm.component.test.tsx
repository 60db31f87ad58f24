import type { Bubble } from "@parley/contract/bubbles";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createCache, mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, Status } from "../../../sample/network.ts";
import { BubbleForm } from "./BubbleForm.tsx";
import { BubbleList } from "./BubbleList.tsx";
import { apply, bubblesQuery } from "./cache.ts";

const hours: Bubble = { bubbleid: "b1", name: "Hours", content: "From nine to five." };
const name = page.getByRole("textbox", { name: "Name" });
const content = page.getByRole("textbox", { name: "Content" });
const fault = page.getByRole("alert");

let network: Network;
beforeEach(() => {
  network = openNetwork({
    "/bubbles": () => [hours],
    "/create-bubble": ({ body }) => ({ ...(body as Bubble), bubbleid: "b2" }),
    "/b1/edit-bubble": ({ body }) => ({ ...hours, ...(body as Bubble) }),
    "/b1/delete-bubble": () => ({ bubbleid: "b1" }),
  });
});

function mountForm(chosen: string | null = null, onLeave: () => void = () => undefined) {
  const cache = createCache();
  cache.setQueryData(bubblesQuery.queryKey, [hours]);
  return mount(<BubbleForm chosen={chosen} onLeave={onLeave} />, { cache });
}

test("the content opens on request: by a click on the name, by Enter, by its button", async () => {
  mountForm();
  await expect.element(content).not.toBeInTheDocument();
  await name.click();
  await expect.element(content).toBeVisible();
  await page.getByRole("button", { expanded: true }).click();
  await expect.element(content).not.toBeInTheDocument();
  await name.fill("Hours");
  await content.query()?.ownerDocument.defaultView?.focus();
  (name.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(content).toHaveFocus();
});

test("a bubble without a name or without content is not sent, and the empty field gets the focus", async () => {
  mountForm();
  await name.click();
  await userEvent.keyboard("Hours{Enter}");
  await expect.element(fault).toHaveTextContent("Cannot submit an empty field!");
  await expect.element(content).toHaveFocus();
  await content.fill("   ");
  await userEvent.keyboard("{Enter}");
  await expect.element(fault).toHaveTextContent("Cannot submit an empty field!");
  await name.clear();
  await expect.element(fault).not.toBeInTheDocument();
  await content.fill("From nine to five.");
  await userEvent.keyboard("{Enter}");
  await expect.element(fault).toHaveTextContent("Cannot submit an empty field!");
  await expect.element(name).toHaveFocus();
  expect(network.calls).toEqual([]);
});

test("Enter saves without the spaces around, Shift+Enter is a new line, and the form is empty afterwards", async () => {
  mountForm();
  await name.click();
  await userEvent.keyboard(" Greeting ");
  await content.click();
  await userEvent.keyboard("Good morning{Shift>}{Enter}{/Shift}and welcome {Enter}");
  await expect.element(page.getByText("Bubble saved")).toBeVisible();
  expect(network.sent("/create-bubble")).toEqual([
    { name: "Greeting", content: "Good morning\nand welcome" },
  ]);
  await expect.element(name).toHaveValue("");
  await expect.element(name).toHaveFocus();
});

test("Enter that chooses a word of an input method saves nothing", async () => {
  mountForm();
  await name.click();
  await name.fill("Hours");
  await content.fill("From nine");
  const composing = new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true });
  content.element().dispatchEvent(composing);
  await expect.element(content).toHaveValue("From nine");
  expect(network.calls).toEqual([]);
});

test("a chosen bubble is loaded, changed and saved under its own id", async () => {
  const onLeave = vi.fn();
  mountForm("b1", onLeave);
  await expect.element(name).toHaveValue("Hours");
  await expect.element(content).toHaveValue("From nine to five.");
  await content.fill("From nine to six.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("Bubble saved")).toBeVisible();
  expect(network.sent("/b1/edit-bubble")).toEqual([{ name: "Hours", content: "From nine to six." }]);
  expect(onLeave).toHaveBeenCalled();
});

test("a failure is reported, and the entries stay", async () => {
  network.on("/create-bubble", () => new Status(409, { message: "There is one of this name." }));
  mountForm();
  await name.click();
  await name.fill("Hours");
  await content.fill("From nine");
  await page.getByRole("button", { name: "Create" }).click();
  await expect.element(fault).toMatchTextContent("There is one of this name.");
  await expect.element(content).toHaveValue("From nine");
});

test("text written while a save is under way is kept", async () => {
  const answer = Promise.withResolvers<void>();
  network.on("/create-bubble", async ({ body }) => {
    await answer.promise;
    return { ...(body as Bubble), bubbleid: "b2" };
  });
  mountForm();
  await name.click();
  await name.fill("Hours");
  await content.fill("From nine");
  await page.getByRole("button", { name: "Create" }).click();
  await expect.element(page.getByRole("button", { name: "Create" })).toBeDisabled();
  await content.fill("From ten");
  answer.resolve();
  await expect.element(page.getByText("Bubble saved")).toBeVisible();
  await expect.element(content).toHaveValue("From ten");
});

test("a bubble that another tab changes is reloaded unless it was edited here", async () => {
  const { cache } = mountForm("b1");
  await expect.element(content).toHaveValue("From nine to five.");
  apply(cache, { name: "updateBubble", payload: { ...hours, content: "From nine to six." } });
  await expect.element(content).toHaveValue("From nine to six.");
  await content.fill("Mine");
  apply(cache, { name: "updateBubble", payload: { ...hours, content: "From ten." } });
  await expect.element(content).toHaveValue("Mine");
});

test("a bubble that another tab deletes leaves its text, to be saved as a new one", async () => {
  const { cache } = mountForm("b1");
  await expect.element(name).toHaveValue("Hours");
  cache.setQueryData(bubblesQuery.queryKey, []);
  await expect.element(fault).toBeVisible();
  await expect.element(content).toHaveValue("From nine to five.");
  await expect.element(page.getByRole("button", { name: "Create" })).toBeEnabled();
  await expect.element(page.getByRole("button", { name: "Delete" })).not.toBeInTheDocument();
});

test("a bubble is deleted once that is confirmed", async () => {
  mountForm("b1");
  await page.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(network.calls).toEqual([]);
  await page.getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect.element(name).toHaveValue("");
  expect(network.calls.map(({ path }) => path)).toEqual(["/b1/delete-bubble"]);
});

test("the list shows the beginning of a long content", async () => {
  const cache = createCache();
  const long = `We are open from nine to five. ${"Really. ".repeat(10)}`;
  cache.setQueryData(bubblesQuery.queryKey, [{ ...hours, content: long }]);
  const onChoose = vi.fn();
  mount(<BubbleList chosen={null} onChoose={onChoose} />, { cache });
  const entry = page.getByRole("listitem");
  await expect.element(entry).toHaveTextContent(`Hours${long.slice(0, 50).trim()}…`);
  await entry.getByRole("button").click();
  expect(onChoose).toHaveBeenCalledWith("b1");
});

test("a long link does not widen the form, and Delete stays within it", async () => {
  const cache = createCache();
  const link = { bubbleid: "b9", name: "Terms", content: `https://harbour.example/${"a".repeat(140)}` };
  cache.setQueryData(bubblesQuery.queryKey, [link]);
  mount(
    <div className="w-90">
      <BubbleForm chosen="b9" onLeave={() => undefined} />
    </div>,
    { cache },
  );
  await expect.element(content).toHaveValue(link.content);
  const right = (element: Element) => element.getBoundingClientRect().right;
  const form = document.querySelector("form");
  if (!form) throw new Error("There is no form");
  const edge = right(form);
  expect(right(content.element())).toBeLessThan(edge);
  expect(right(page.getByRole("button", { name: /^Delete/ }).element())).toBeLessThan(edge);
  expect(form.getBoundingClientRect().width).toBeLessThanOrEqual(360);
});
