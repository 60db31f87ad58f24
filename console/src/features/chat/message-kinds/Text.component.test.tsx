import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { Text } from "./Text.tsx";

const more = page.getByRole("button", { name: "Show more" });

test("a wall of text opens on demand", async () => {
  mount(<Text text={"A line of it.\n".repeat(60)} />);
  const height = () => document.querySelector("p")?.getBoundingClientRect().height ?? 0;
  await expect.element(more).toBeVisible();
  const before = height();
  await more.click();
  await expect.element(more).not.toBeInTheDocument();
  expect(height()).toBeGreaterThan(before * 2);
});

test("a usual text stands as it is", async () => {
  mount(<Text text={"Two lines\nof it."} />);
  await expect.element(page.getByText(/Two lines/)).toBeVisible();
  expect(more.query()).toBeNull();
});
