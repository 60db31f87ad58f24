import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { at } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { UnsentBubble } from "./UnsentBubble.tsx";

test("a file that a reload has lost keeps its caption and is chosen again", async () => {
  const onChooseFile = vi.fn<(file: File) => void>();
  mount(
    <UnsentBubble
      unsent={{
        messageid: "m1",
        content: "The bill",
        writtenOn: at(1),
        trouble: { unreachable: true },
        file: { name: "bill.pdf", size: 7000, type: "application/pdf", progress: 0, lost: true },
      }}
      onCancel={vi.fn()}
      onRetry={vi.fn()}
      onChooseFile={onChooseFile}
      onDiscard={vi.fn()}
    />,
  );
  await expect.element(page.getByText("The bill")).toBeVisible();
  await expect
    .element(page.getByRole("alert"))
    .toMatchTextContent("Not sent: the page was reloaded during the upload");
  expect(page.getByRole("button", { name: "Retry" }).query()).toBeNull();
  const picker = document.querySelector("input");
  if (!picker) throw new Error("There is no file field");
  await userEvent.upload(picker, new File(["7 EUR"], "bill.pdf", { type: "application/pdf" }));
  expect(onChooseFile.mock.calls.map(([{ name }]) => name)).toEqual(["bill.pdf"]);
});
