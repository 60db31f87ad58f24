import type { Mentions, WriteNote } from "@parley/contract/notes";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keys } from "../../../api/queries.ts";
import { loadTexts } from "../../../i18n/index.ts";
import { agents, at, colleague, note, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { NoteComposer } from "./NoteComposer.tsx";

const field = page.getByRole("textbox", { name: "Note for colleagues" });
const save = page.getByRole("button", { name: "Save note" });
const colleagues = [
  { ...colleague("Jonas Weber", "online"), userid: agents.jonas.id },
  { ...colleague("Naledi Mokoena", "online"), userid: agents.naledi.id },
];
let written: unknown[];
let mentioned: (Mentions | undefined)[];
let onMessage: (text: string) => void;
let number = 0;

beforeEach(async () => {
  await loadTexts("notes", "reasons");
  written = [];
  mentioned = [];
  onMessage = vi.fn();
  openNetwork({
    "/note-drafts": () => [],
    "/auth/agents": () => colleagues,
    "/auth/get-departments": () => [],
    "/save-note-draft": ({ body }) => ({ ...(body as object), updated_on: at(1) }),
    "/write-note": ({ body }) => {
      const { content, mentions } = body as WriteNote;
      written.push(content);
      mentioned.push(mentions && { ...(mentions as Mentions), agents: (mentions.agents ?? []).toSorted() });
      return note(body as object);
    },
  });
});

/** Each test has a new ticket, since a draft outlives its composer. */
function mountComposer({ mayAnswer = true } = {}) {
  number += 1;
  const ticketid = `71000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
  const cache = createCache();
  cache.setQueryData(keys.noteDrafts, []);
  mount(
    <div style={{ paddingTop: 320 }}>
      <NoteComposer
        ticket={ticketOf(agents.mira, { ticketid, client_name: "Dimitar Petrov" })}
        file={null}
        onFile={vi.fn()}
        onMessage={mayAnswer ? onMessage : undefined}
      />
    </div>,
    { cache },
  );
}

test("the browser checks the spelling of a note, in whatever language it is", async () => {
  mountComposer();
  await expect.element(field).toHaveAttribute("spellcheck", "true");
  await expect.element(field).toHaveAttribute("lang", "");
});

test("an empty note is not saved", async () => {
  mountComposer();
  await expect.element(save).toBeDisabled();
  await userEvent.keyboard("  {Enter}");
  expect(written).toEqual([]);
});

test("Enter saves the note, and the field is empty and ready", async () => {
  mountComposer();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("He pays by invoice{Enter}");
  await expect.poll(() => written).toEqual(["He pays by invoice"]);
  await expect.element(field).toHaveValue("");
  await expect.element(field).toHaveFocus();
});

test("an @ offers colleagues and departments, by keys and by the pointer, and the note names them by id", async () => {
  mountComposer();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("Ask @nal");
  const list = page.getByRole("listbox", { name: "Mention" });
  await expect.element(list.getByRole("option", { name: /Naledi Mokoena/ })).toBeVisible();
  await expect.element(field).toHaveAttribute("aria-activedescendant");
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveValue("Ask @Naledi Mokoena ");
  expect(written).toEqual([]);
  await userEvent.keyboard("and @jo");
  await list.getByRole("option", { name: /Jonas Weber/ }).click();
  await expect.element(field).toHaveValue("Ask @Naledi Mokoena and @Jonas Weber ");
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => mentioned)
    .toEqual([{ agents: [agents.jonas.id, agents.naledi.id].toSorted(), departments: [] }]);
});

test("Escape closes the offer, and Enter then saves the note without a mention", async () => {
  mountComposer();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("Ask @nal");
  await expect.element(page.getByRole("listbox")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("listbox")).not.toBeInTheDocument();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => written).toEqual(["Ask @nal"]);
  expect(mentioned).toEqual([undefined]);
});

test("a note that begins like an answer is saved after a question", async () => {
  mountComposer();
  await userEvent.keyboard("Hello Dimitar{Enter}");
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("This reads like an answer to the client. Save as note?");
  expect(written).toEqual([]);
  await page.getByRole("button", { name: "Save as note" }).click();
  await expect.poll(() => written).toEqual(["Hello Dimitar"]);
});

test("or it becomes a message instead", async () => {
  mountComposer();
  await userEvent.keyboard("Dimitar, it is yours{Enter}");
  await page.getByRole("button", { name: "Write it as a message" }).click();
  expect(onMessage).toHaveBeenCalledExactlyOnceWith("Dimitar, it is yours");
  await expect.element(field).toHaveValue("");
  expect(written).toEqual([]);
});

test("an agent who may not answer the client can only save the note or go on", async () => {
  mountComposer({ mayAnswer: false });
  await userEvent.keyboard("Hi there{Enter}");
  await expect.element(page.getByRole("button", { name: "Save as note" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Write it as a message" })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("button", { name: "Save as note" })).not.toBeInTheDocument();
  await expect.element(field).toHaveValue("Hi there");
});
