import type { Visit as Facts } from "@parley/contract/visit";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { agents, ticketOf } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, Status } from "../../../sample/network.ts";
import { Visit } from "./Visit.tsx";

const own = ticketOf(agents.mira);
const path = `/tickets/${own.ticketid}/visit`;
const nothing: Facts = { page: null, country: null, email: null, identified: false, mailed_on: null };
const list = page.getByRole("list", { name: "About the visitor" });

let network: Network;
beforeEach(() => {
  network = openNetwork({ [path]: () => nothing });
});

test("the page, the country, the address and the last mail are shown", async () => {
  network.on(path, () => ({
    page: { url: "https://harbour.example/tours?day=3", title: "Tours" },
    country: "AT",
    email: "nina@example.com",
    identified: true,
    mailed_on: "2026-03-02T08:30:00.000Z",
  }));
  mount(<Visit ticket={own} />);
  const link = list.getByRole("link", { name: "Tours" });
  await expect.element(link).toHaveAttribute("href", "https://harbour.example/tours?day=3");
  await expect.element(link).toHaveAttribute("rel", "noreferrer");
  await expect.element(list).toMatchTextContent(/Austria/);
  await expect.element(list).toMatchTextContent(/Signed in on the website/);
  await expect.element(list).toMatchTextContent(/nina@example\.com/);
  await expect.element(list).toMatchTextContent(/Answers mailed/);
});

test("a narrow header shows each fact whole", async () => {
  await page.viewport(260, 800);
  network.on(path, () => ({
    page: { url: "https://harbour.example/fjords", title: "Fjords" },
    country: "AT",
    email: "nina.berger@example.com",
    identified: true,
    mailed_on: "2026-03-02T08:30:00.000Z",
  }));
  mount(<Visit ticket={own} />);
  await expect.element(list).toMatchTextContent(/Answers mailed/);
  const parts = [...list.element().querySelectorAll<HTMLElement>("a, .truncate")];
  expect(parts.length).toBeGreaterThan(4);
  expect(
    parts.filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.textContent),
  ).toEqual([]);
});

test("a page without a title shows its address", async () => {
  network.on(path, () => ({ ...nothing, page: { url: "https://harbour.example/tours", title: "" } }));
  mount(<Visit ticket={own} />);
  await expect.element(list.getByRole("link", { name: "harbour.example/tours" })).toBeVisible();
});

test.each([
  ["nothing is known", () => nothing],
  ["the client is no visitor", () => null],
  ["the call fails", () => new Status(500)],
])("nothing is shown where %s", async (_case, answer) => {
  network.on(path, answer);
  mount(<Visit ticket={own} />);
  await expect.poll(() => network.calls.length).toBeGreaterThan(0);
  await expect.element(list).not.toBeInTheDocument();
});
