import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { mount } from "../../sample/mount.tsx";
import { UnsavedBar } from "./UnsavedBar.tsx";

const onSubmit = vi.fn();

function LongForm() {
  const [text, setText] = useState("");
  return (
    <div style={{ height: 400, overflowY: "auto" }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(text);
        }}
      >
        <input aria-label="Name" value={text} onChange={({ target }) => setText(target.value)} />
        <div style={{ height: 1500 }} />
        <UnsavedBar changed={text !== ""} save="Save" pending={false} onDiscard={() => setText("")} />
      </form>
    </div>
  );
}

const save = page.getByRole("button", { name: "Save" });
const isInView = () => save.element().getBoundingClientRect().bottom <= 400;

test("a long form with changes shows at once that it is not saved, and saves or drops them", async () => {
  mount(<LongForm />);
  const name = page.getByLabelText("Name");
  await expect.element(save).toBeDisabled();
  expect(isInView()).toBe(false);
  await name.fill("Harbour");
  await expect.element(page.getByText("Not saved")).toBeVisible();
  expect(isInView()).toBe(true);
  await save.click();
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith("Harbour");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect.element(name).toHaveValue("");
  await expect.element(save).toBeDisabled();
});
