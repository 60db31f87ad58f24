import type { MessageFile } from "@parley/contract/mail";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { agents, ticketOf } from "../../sample/build.ts";
import { mail, mailMessage } from "../../sample/mails.ts";
import { mount } from "../../sample/mount.tsx";
import { openNetwork } from "../../sample/network.ts";
import { MailRow } from "./MailRow.tsx";

const ticket = ticketOf(agents.mira, { userid: agents.mira.id, accepted: true });
const row = page.getByRole("article");

beforeEach(() => void openNetwork());

function show(facts: Parameters<typeof mailMessage>[0] = {}, newSubject = true) {
  return mount(
    <MailRow ticket={ticket} message={mailMessage(facts)} newSubject={newSubject} highlighted={false} />,
  );
}

test("a mail shows its writer, its recipients, its subject and its text as text", async () => {
  const nasty = `<img src=x onerror="document.title='owned'">`;
  show({ content: nasty, mail: mail({ cc: [{ name: "Lise Aas", address: "lise@aas.example" }] }) });
  await expect.element(row.getByText(nasty)).toBeVisible();
  expect(row.element().querySelector("img")).toBeNull();
  await expect.element(row.getByText("to booking@harbour.example, cc Lise Aas")).toBeVisible();
  await expect.element(row.getByText(/Two seats on 12 December/)).toBeVisible();
});

test("the subject is not repeated while it stays, and is among the addresses all the same", async () => {
  show({}, false);
  await expect.element(row.getByText(/Two seats on 12 December/)).not.toBeInTheDocument();
  await row.getByRole("button", { name: /^Henrik Aas.*all addresses of this mail$/ }).click();
  await expect.element(row.getByText("Henrik Aas <henrik@aas.example>")).toBeVisible();
  await expect.element(row.getByText(/Two seats on 12 December/)).toBeVisible();
});

test("where answers go is shown when it is not the sender", async () => {
  show({ mail: mail({ reply_to: [{ name: null, address: "office@aas.example" }] }) });
  await row.getByRole("button", { name: /all addresses/ }).click();
  await expect.element(row.getByText("Replies go to")).toBeVisible();
  await expect.element(row.getByText("office@aas.example")).toBeVisible();
});

test("each mark is a sentence", async () => {
  show({ mail: mail({ marks: ["unverified", "storm"] }) });
  await expect.element(row.getByText(/The address may be forged/)).toBeVisible();
  await expect.element(row.getByText(/One of many mails from this sender/)).toBeVisible();
});

test("files have their size and a way to keep them; one that is too large says so", async () => {
  const file = (name: string, facts: Partial<MessageFile> = {}): MessageFile => ({
    fileid: crypto.randomUUID(),
    name,
    size: 84_000,
    type: "application/pdf",
    path: `/file/${name}`,
    imageUrl: null,
    thumbnailUrl: null,
    inline: false,
    state: "ready",
    ...facts,
  });
  show({ files: [file("company.pdf"), file("film.zip", { path: null, state: "too_large" })] });
  const list = row.getByRole("list", { name: "Files of this mail" });
  await expect
    .element(list.getByRole("link", { name: "Download company.pdf, 84.0 KB" }))
    .toHaveAttribute("href", "/file/company.pdf");
  await expect.element(list.getByText("Too large to be kept")).toBeVisible();
});

test("its own layout and the rest open in a frame that runs no script, and stay so when the row comes back", async () => {
  const { unmount } = show({ seq: 41, mail: mail({ rest: true, html: "<p>Hello</p>" }) });
  await row.getByRole("button", { name: "Show formatted" }).click();
  const frame = () => row.element().querySelector("iframe");
  await vi.waitFor(() => expect(frame()?.getAttribute("src")).toMatch(/\/frame\?pictures=0&rest=0$/));
  expect(frame()?.getAttribute("sandbox")).not.toMatch(/allow-(scripts|forms|top-navigation)/);
  await row.getByRole("button", { name: "Show quotes and signature" }).click();
  await vi.waitFor(() => expect(frame()?.getAttribute("src")).toMatch(/\/frame\?pictures=0&rest=1$/));
  unmount();
  show({ seq: 41, mail: mail({ rest: true }) });
  await vi.waitFor(() => expect(frame()?.getAttribute("src")).toMatch(/rest=1$/));
  await row.getByRole("button", { name: "Hide quotes and signature" }).click();
  await vi.waitFor(() => expect(frame()).toBeNull());
});

test("a mail without layout or quotes offers neither", async () => {
  show({ mail: mail({ html: null, rest: false }) });
  await expect.element(row).toBeVisible();
  await expect.element(row.getByRole("button", { name: /quotes/ })).not.toBeInTheDocument();
  await expect.element(row.getByRole("button", { name: "Show formatted" })).not.toBeInTheDocument();
});

test("a bounced mail of ours says why and can be sent again", async () => {
  show({
    isagent: true,
    created_by: agents.mira.id,
    created_by_name: "Mira Halvorsen",
    status: "failed",
    status_reason: "550 No such user",
  });
  await expect.element(row.getByText("Not sent: 550 No such user")).toBeVisible();
  await expect.element(row.getByRole("button", { name: "Retry" })).toBeVisible();
});
