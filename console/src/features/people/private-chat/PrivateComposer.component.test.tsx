import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, Status } from "../../../sample/network.ts";
import { clear, useOutbox } from "./outbox.ts";
import { PrivateComposer } from "./PrivateComposer.tsx";

const area = page.getByLabelText("Message to Jonas");
const sendButton = page.getByRole("button", { name: "Send" });

let network: Network;
let file: File | null;
beforeEach(() => {
  clear();
  file = null;
  network = openNetwork({
    "/create-private-msg": ({ body }) => ({ ...(body as object), seq: 1, chatid: "c1" }),
  });
});

function Panel() {
  const [shown, setShown] = useState<File | null>(null);
  file = shown;
  return (
    <div data-private-chat>
      <PrivateComposer userid="jonas" name="Jonas" file={shown} onFile={setShown} />
    </div>
  );
}

async function open() {
  mount(<Panel />);
  await expect.element(area).toHaveFocus();
}

const sent = () => network.sent("/create-private-msg") as { content: string; receiverid: string }[];

test("the composer has the focus, and a text is sent once, trimmed", async () => {
  await open();
  await userEvent.keyboard("  Lunch at noon? {Enter}");
  await expect.poll(() => sent().length).toBe(1);
  expect(sent()).toMatchObject([{ receiverid: "jonas", content: "Lunch at noon?" }]);
  await expect.element(area).toHaveValue("");
  await expect.element(area).toHaveFocus();
});

test("Shift+Enter inserts a new line, and Enter without a text sends nothing", async () => {
  await open();
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard("one{Shift>}{Enter}{/Shift}two");
  await expect.element(area).toHaveValue("one\ntwo");
  expect(sent()).toEqual([]);
});

test("the button waits for a text and sends it", async () => {
  await open();
  await expect.element(sendButton).toBeDisabled();
  await area.fill("Hello");
  await sendButton.click();
  await expect.poll(() => sent().length).toBe(1);
  await expect.element(sendButton).toBeDisabled();
});

test("messages arrive in the order they were written, though the first takes long", async () => {
  const first = Promise.withResolvers<void>();
  let calls = 0;
  network.on("/create-private-msg", async ({ body }) => {
    calls += 1;
    if (calls === 1) await first.promise;
    return { ...(body as object), seq: calls, chatid: "c1" };
  });
  await open();
  await userEvent.keyboard("one{Enter}two{Enter}");
  await expect.poll(() => useOutbox.getState().unsent.length).toBe(2);
  expect(sent().map(({ content }) => content)).toEqual(["one"]);
  first.resolve();
  await expect.poll(() => sent().map(({ content }) => content)).toEqual(["one", "two"]);
  await expect.poll(() => useOutbox.getState().unsent).toEqual([]);
});

test.each([
  ["an unreachable server", broken, { unreachable: true }],
  [
    "a refusal",
    () => new Status(403, { message: "Not your colleague." }),
    { unreachable: false, reason: "Not your colleague." },
  ],
])("%s leaves the message in the outbox with its reason", async (_, answer, trouble) => {
  network.on("/create-private-msg", answer);
  await open();
  await userEvent.keyboard("Hello{Enter}");
  await expect.poll(() => useOutbox.getState().unsent).toMatchObject([{ content: "Hello", trouble }]);
});

test("a pasted file is previewed, and Escape returns to the earlier text", async () => {
  await open();
  await area.fill("begun");
  const data = new DataTransfer();
  data.items.add(new File(["x"], "plan.pdf", { type: "application/pdf" }));
  area
    .element()
    .dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  await expect.element(page.getByText("plan.pdf")).toBeVisible();
  expect(file?.name).toBe("plan.pdf");
  await userEvent.keyboard("{Escape}");
  await expect.element(area).toHaveValue("begun");
  expect(file).toBe(null);
});

test("pasted text stays text", async () => {
  await open();
  const data = new DataTransfer();
  data.setData("text/plain", "words");
  const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
  area.element().dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
  expect(file).toBe(null);
});
