import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { loadTexts } from "../../../i18n/index.ts";
import { agents, colleague } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { NoteFile } from "./NoteFile.tsx";

const sent = vi.hoisted(() => vi.fn());
vi.mock(import("../../../api/upload.ts"), () => ({ upload: sent }));

const ticketid = "71000000-0000-4000-8000-000000000001";
const groups = { departmentid: "72000000-0000-4000-8000-000000000001", department_name: "Groups" };
const field = page.getByRole("textbox", { name: "Note" });
const list = page.getByRole("listbox", { name: "Mention" });
const onClose = vi.fn();
const file = new File(["Quay 4"], "map.txt", { type: "text/plain" });

beforeEach(async () => {
  await loadTexts("notes", "reasons");
  onClose.mockReset();
  sent.mockReset();
  sent.mockReturnValue(new Promise(() => undefined));
  openNetwork({
    "/auth/agents": () => [{ ...colleague("Naledi Mokoena", "online"), userid: agents.naledi.id }],
    "/auth/get-departments": () => [groups],
  });
  mount(
    <div style={{ paddingTop: 320 }}>
      <NoteFile ticketid={ticketid} file={file} onClose={onClose} />
    </div>,
  );
  await expect.element(field).toHaveFocus();
});

test("the text of a note's file mentions colleagues and departments, by keys and by the pointer", async () => {
  await userEvent.keyboard("Map for @nal");
  await expect.element(list.getByRole("option", { name: /Naledi Mokoena/ })).toBeVisible();
  await expect.element(field).toHaveAttribute("aria-activedescendant");
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveValue("Map for @Naledi Mokoena ");
  expect(sent).not.toHaveBeenCalled();
  await userEvent.keyboard("and @gro");
  await list.getByRole("option", { name: /Groups/ }).click();
  await expect.element(field).toHaveValue("Map for @Naledi Mokoena and @Groups ");
  await userEvent.keyboard("{Enter}");
  const content = "Map for @Naledi Mokoena and @Groups";
  const mentions = JSON.stringify({ agents: [agents.naledi.id], departments: [groups.departmentid] });
  await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(sent.mock.calls[0]?.[1]).toMatchObject({ fields: { ticketid, content, mentions }, file });
});

test("Escape closes the offer, and only then discards the file; a text without mentions sends none", async () => {
  await userEvent.keyboard("Ask @nal");
  await expect.element(list).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(list).not.toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "Save note" }).click();
  await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(sent.mock.calls[0]?.[1].fields).not.toHaveProperty("mentions");
  await field.click();
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});
