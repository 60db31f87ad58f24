import type { Hit, Hits } from "@parley/contract/search";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { agents, ticketOf } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, openNetwork } from "../../../sample/network.ts";
import { SearchPage } from "./SearchPage.tsx";

const ticket = ticketOf(agents.mira, { client_name: "Dimitar Petrov" });
const hit = (facts: Partial<Hit>): Hit => ({
  ...{ kind: "messages", id: crypto.randomUUID(), created_on: ticket.created_on, place: "text" },
  ...{ text: "the late ferry", marks: [{ from: 9, to: 14 }], author: null, isagent: false },
  ...{ seq: 3, messageid: "m", noteid: null, ticket, client: null },
  ...facts,
});
const group = (kind: Hit["kind"], hits: Hit[], cursor: string | null = null): Hits => ({
  kind,
  hits,
  cursor,
  bounded: false,
});
const field = page.getByRole("searchbox", { name: "Search everything" });

test("the page explains the operators until something is typed", async () => {
  const network = openNetwork({
    "/auth/agents": () => [],
    "/notifications": () => ({ sections: {}, count: 0 }),
    "/tickets": () => [],
  });
  mount(<SearchPage />, { path: "/workspace/search" });
  await expect.element(field).toHaveFocus();
  await expect.element(page.getByText("has:file", { exact: true })).toBeVisible();
  expect(network.calls.filter(({ path }) => path.startsWith("/search"))).toEqual([]);
});

test("results stand by kind with their words marked, and are reached with the arrows", async () => {
  const note = hit({
    kind: "notes",
    text: "ferry refunded",
    marks: [{ from: 0, to: 5 }],
    author: "Mira Halvorsen",
  });
  openNetwork({
    "/auth/agents": () => [],
    "/notifications": () => ({ sections: {}, count: 0 }),
    "/tickets": () => [],
    "/search": () => ({
      groups: [group("messages", [hit({})], "more"), group("notes", [note]), group("files", [])],
    }),
  });
  mount(<SearchPage />, { path: "/workspace/search" });
  await field.fill("ferry");
  await expect.element(page.getByRole("heading", { name: "Messages" })).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Files" })).not.toBeInTheDocument();
  expect([...document.querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual([
    "ferry",
    "ferry",
  ]);
  await expect.element(page.getByRole("link", { name: "All messages found" })).toBeVisible();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  expect(document.activeElement?.textContent).toContain("ferry refunded");
  await userEvent.keyboard("{ArrowUp}{ArrowUp}");
  await expect.element(field).toHaveFocus();
});

test("a result that is found by its title shows it once, with the words marked", async () => {
  const named = hit({
    kind: "tickets",
    place: "client",
    text: ticket.client_name,
    marks: [{ from: 0, to: 7 }],
  });
  const mail = { ...ticket, subject: "Two seats" };
  const subject = hit({
    kind: "tickets",
    place: "subject",
    text: "Two seats",
    marks: [{ from: 4, to: 9 }],
    ticket: mail,
  });
  openNetwork({
    "/auth/agents": () => [],
    "/notifications": () => ({ sections: {}, count: 0 }),
    "/tickets": () => [],
    "/search": () => ({ groups: [group("tickets", [named, subject])] }),
  });
  mount(<SearchPage />, { path: "/workspace/search" });
  await field.fill("seats");
  await expect.element(page.getByText("Dimitar", { exact: true })).toBeVisible();
  expect([...document.querySelectorAll("b > mark")].map(({ textContent }) => textContent)).toEqual([
    "Dimitar",
    "seats",
  ]);
  expect([...document.querySelectorAll("li")].map(({ textContent }) => textContent).join()).not.toContain(
    "Subject:",
  );
});

test("a list of one kind goes on where it ended", async () => {
  let asked = 0;
  openNetwork({
    "/auth/agents": () => [],
    "/notifications": () => ({ sections: {}, count: 0 }),
    "/tickets": () => [],
    "/search": () => {
      asked += 1;
      return {
        groups: [
          group("messages", [hit({ text: `ferry ${asked}`, marks: [] })], asked === 1 ? "next" : null),
        ],
      };
    },
  });
  mount(<SearchPage />, { path: "/workspace/search?q=ferry&kind=messages" });
  await expect.element(page.getByText("ferry 1")).toBeVisible();
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.element(page.getByText("ferry 2")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Show more" })).not.toBeInTheDocument();
});

test("nothing found and a failed search say so, and a retry searches again", async () => {
  const network = openNetwork({
    "/auth/agents": () => [],
    "/notifications": () => ({ sections: {}, count: 0 }),
    "/tickets": () => [],
    "/search": broken,
  });
  mount(<SearchPage />, { path: "/workspace/search?q=ferry" });
  await expect.element(page.getByText("The search failed")).toBeVisible();
  network.on("/search", () => ({ groups: [] }));
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByText("Nothing found")).toBeVisible();
});
