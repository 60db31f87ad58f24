import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { type DraftButton, TemplateButtons } from "./TemplateButtons.tsx";

function Drafted({ begin = [] }: { begin?: DraftButton[] }) {
  const [buttons, setButtons] = useState<DraftButton[]>(begin);
  return (
    <>
      <TemplateButtons buttons={buttons} onChange={setButtons} />
      <output>{JSON.stringify(buttons)}</output>
    </>
  );
}

const drafted = (): DraftButton[] => JSON.parse(document.querySelector("output")?.textContent ?? "[]");
const remove = page.getByRole("button", { name: /^Remove/ });

test("an answer, an address and a number are added and written, each with its own field", async () => {
  mount(<Drafted />);
  for (const name of ["Answer", "Link", "Call"])
    await page.getByRole("button", { name, exact: true }).click();
  await page.getByLabelText("Answer", { exact: true }).fill("Yes");
  await page.getByLabelText("Label of the link").fill("Our page");
  await page.getByLabelText("Address").fill("https://harbour.example");
  await page.getByLabelText("Label of the call").fill("Call us");
  await page.getByLabelText("Phone number to call").fill("+4755000000");
  expect(drafted()).toEqual([
    { type: "quick_reply", text: "Yes" },
    { type: "url", text: "Our page", url: "https://harbour.example" },
    { type: "phone_number", text: "Call us", phone_number: "+4755000000" },
  ]);
});

test("a removed button leaves the others' entries", async () => {
  mount(
    <Drafted
      begin={[
        { type: "quick_reply", text: "Yes" },
        { type: "url", text: "Our page", url: "https://harbour.example" },
        { type: "quick_reply", text: "No" },
      ]}
    />,
  );
  await remove.nth(1).click();
  expect(drafted()).toEqual([
    { type: "quick_reply", text: "Yes" },
    { type: "quick_reply", text: "No" },
  ]);
});

test("ten buttons are the most", async () => {
  const begin = Array.from({ length: 10 }, (): DraftButton => ({ type: "quick_reply", text: "Yes" }));
  mount(<Drafted begin={begin} />);
  await expect.element(remove).toHaveLength(10);
  await expect.element(page.getByRole("button")).toHaveLength(10);
  await remove.first().click();
  await expect.element(page.getByRole("button")).toHaveLength(9 + 3);
});
