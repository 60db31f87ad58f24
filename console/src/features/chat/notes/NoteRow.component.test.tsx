import type { EventLine } from "@parley/contract/notes";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { loadTexts } from "../../../i18n/index.ts";
import { agents, at, eventLine, note } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { EventLines } from "./EventLines.tsx";
import { NoteRow } from "./NoteRow.tsx";

const own = note({ userid: agents.mira.id, user_name: "Mira Halvorsen" });
let asked: unknown[];

beforeEach(async () => {
  await loadTexts("notes", "reasons");
  asked = [];
  openNetwork({
    "/edit-note": ({ body }) => {
      asked.push(body);
      return { ...own, ...(body as object), edited_on: at(5) };
    },
    "/delete-note": ({ body }) => {
      asked.push(body);
      return { ...own, content: "", deleted_on: at(5) };
    },
  });
});

const choose = async (name: string) => {
  await page.getByRole("button", { name: "Note actions" }).click();
  await page.getByRole("menuitem", { name }).click();
};

test("a colleague's note can be copied, neither edited nor deleted", async () => {
  mount(<NoteRow note={note()} />);
  await expect.element(page.getByText("only we see this")).toBeVisible();
  await page.getByRole("button", { name: "Note actions" }).click();
  await expect.element(page.getByRole("menuitem", { name: "Copy text" })).toBeVisible();
  expect(page.getByRole("menuitem").elements()).toHaveLength(1);
});

test("Escape leaves a note as it was, Enter saves the change", async () => {
  mount(<NoteRow note={own} />);
  await choose("Edit");
  await expect.element(page.getByRole("textbox")).toHaveFocus();
  await userEvent.keyboard(" And Bergen.{Escape}");
  await expect.element(page.getByText("The invoice goes to Oslo.")).toBeVisible();
  expect(asked).toEqual([]);
  await choose("Edit");
  await expect.element(page.getByRole("textbox")).toHaveFocus();
  await userEvent.keyboard(" And Bergen.{Enter}");
  const { ticketid, noteid } = own;
  await expect
    .poll(() => asked)
    .toEqual([{ ticketid, noteid, content: "The invoice goes to Oslo. And Bergen." }]);
});

test("deleting asks first", async () => {
  mount(<NoteRow note={own} />);
  await choose("Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect(asked).toEqual([]);
  await choose("Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => asked).toEqual([{ ticketid: own.ticketid, noteid: own.noteid }]);
});

test("a deleted note says who deleted it and when", async () => {
  mount(<NoteRow note={note({ content: "", deleted_on: at(5) })} />);
  await expect.element(page.getByText(/^Jonas Weber deleted a note · /)).toBeVisible();
  await expect.element(page.getByRole("article")).not.toBeInTheDocument();
});

test("a few event lines stand one by one, many fold into one that opens", async () => {
  const lines = [1, 2, 3, 4].map((number) =>
    eventLine({ number, kind: "ticket_reassign", handler_name: `Jonas ${number}` }),
  );
  const { draw } = mount(<EventLines lines={lines.slice(0, 3)} />);
  await expect.element(page.getByText(/gave it to Jonas 1/)).toBeVisible();
  draw(<EventLines key="many" lines={lines} />);
  await expect.element(page.getByText(/gave it to Jonas 1/)).not.toBeInTheDocument();
  await page.getByRole("button", { name: /4 events/ }).click();
  await expect.element(page.getByText(/gave it to Jonas 1/)).toBeVisible();
});

test("a line names the rule that did not run again", async () => {
  const line = eventLine({ kind: "ticket_rule_loop", userid: null, user_name: "Tag invoices" });
  mount(<EventLines lines={[line]} />);
  await expect.element(page.getByText(/^The rule Tag invoices did not run again/)).toBeVisible();
});

test.each([
  [{ kind: "ticket_accept" }, "Mira Halvorsen accepted this ticket"],
  [{ kind: "ticket_field", field: "Order number" }, "Mira Halvorsen changed the field Order number"],
  [{ kind: "ticket_priority", priority: "high" }, "Mira Halvorsen set the priority: High"],
  [
    { kind: "ticket_outgoing_drop", writer_name: "Jonas Weber" },
    "Mira Halvorsen took a message of Jonas Weber back before it was sent",
  ],
  [{ kind: "ticket_snooze" }, "Mira Halvorsen snoozed this ticket until the client writes"],
  [{ kind: "ticket_unsnooze", user_name: null }, "The snooze ended: its time came"],
  [
    { kind: "ticket_tag", tags: { added: ["refund"], removed: [] } },
    "Mira Halvorsen tagged this ticket: refund",
  ],
  [
    { kind: "ticket_reassign", department_name: "Refunds", handler_name: "Jonas Weber" },
    "Mira Halvorsen moved it to Refunds, to Jonas Weber",
  ],
  [{ kind: "ticket_reassign" }, "Mira Halvorsen put it back to be accepted"],
] as const)("the line of $0.kind says: $1", async (facts, words) => {
  const line = {
    user_name: "Mira Halvorsen",
    department_name: null,
    handler_name: null,
    until: null,
    ...facts,
  };
  mount(<EventLines lines={[eventLine(line as Partial<EventLine>)]} />);
  await expect.element(page.getByText(new RegExp(`^${words} · `))).toBeVisible();
});
