import { expect, test, vi } from "vitest";
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

test("a link is shown as it was written, and nothing of its page is fetched", async () => {
  const before = performance.getEntriesByType("resource").length;
  const fetched = vi.spyOn(window, "fetch");
  mount(<Text text="See https://ferry.example/times and https://ferry.example/map.png" />);
  const links = page.getByRole("link");
  await expect.element(links.first()).toHaveAttribute("href", "https://ferry.example/times");
  await expect.element(links.first()).toHaveAttribute("rel", expect.stringContaining("noopener"));
  expect(links.elements()).toHaveLength(2);
  expect(document.querySelectorAll("main img, p img, iframe")).toHaveLength(0);
  expect(fetched).not.toHaveBeenCalled();
  const asked = performance.getEntriesByType("resource").slice(before);
  expect(asked.filter(({ name }) => name.includes("ferry.example"))).toEqual([]);
});
