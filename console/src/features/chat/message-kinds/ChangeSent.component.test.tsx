import type { Message } from "@parley/contract/messages";
import { reasonOf } from "@parley/contract/reasons";
import type { Ticket } from "@parley/contract/tickets";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keys } from "../../../api/queries.ts";
import { type Agent, agents, at, message, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import type { ChatState } from "../../tickets/messages/chat-state.ts";
import { MessageOverlays } from "../conversation/MessageOverlays.tsx";
import { MessageRow } from "./MessageRow.tsx";

const ticket = ticketOf(agents.mira, { userid: agents.mira.id, accepted: true });
const { ticketid } = ticket;
const ours = message({
  ...{ ticketid, seq: 1, content: "At seven.", isagent: true, created_by: agents.mira.id, status: "sent" },
  created_on: new Date().toISOString(),
});

let network: Network;
beforeEach(() => {
  network = openNetwork({
    "/edit-message": ({ body }) => ({ ...ours, ...(body as object), edited_on: at(3) }),
    "/delete-message": () => ({ ...ours, type: "deleted", content: "" }),
    [`/messages/${ours.messageid}/history`]: () => [
      {
        ...{ kind: "edit", type: "text", content: "At six.", caption: null, file_name: null },
        ...{ userid: agents.mira.id, user_name: "Mira Halvorsen", changed_on: at(2) },
      },
    ],
  });
});

type Ours = { edits: number | "always" | null; deletes: number | "always" | null };
const telegram: Ours = { edits: "always", deletes: 48 * 3_600_000 };

function show(
  shown: Message = ours,
  { limits = telegram, of = ticket as Ticket, viewer = agents.mira as Agent } = {},
) {
  const cache = createCache();
  cache.setQueryData(keys.pins(ticketid), []);
  cache.setQueryData(keys.chat(ticketid), { messages: [shown] } satisfies ChatState);
  cache.setQueryData(keys.sendLimits(of.platform), {
    text: 4096,
    caption: 1024,
    reactions: [],
    ours: limits,
  });
  return mount(
    <main>
      <MessageOverlays ticket={of} messages={[shown]} onReply={vi.fn()} onAnswerMail={vi.fn()}>
        <MessageRow ticket={of} message={shown} first last highlighted={false} onJump={() => undefined} />
      </MessageOverlays>
    </main>,
    { cache, viewer },
  );
}

const opener = page.getByRole("button", { name: "Message actions" });
async function openMenu() {
  await expect.element(opener).toBeInTheDocument();
  (opener.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
}

async function choose(name: string) {
  await openMenu();
  await page.getByRole("menuitem", { name }).click();
}
const shownIn = ({ cache }: ReturnType<typeof show>) =>
  cache.getQueryData<ChatState>(keys.chat(ticketid))?.messages[0];

test("an agent edits a message by keyboard, and the chat shows the new text", async () => {
  const mounted = show();
  await choose("Edit");
  const field = page.getByRole("textbox", { name: "Text" });
  await expect.element(field).toHaveValue("At seven.");
  await expect.element(field).toHaveAttribute("spellcheck", "true");
  await expect.element(field).toHaveAttribute("lang", "");
  await field.fill("At nine.");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect
    .poll(() => network.sent("/edit-message"))
    .toEqual([{ ticketid, messageid: ours.messageid, content: "At nine." }]);
  await expect.poll(() => shownIn(mounted)?.content).toBe("At nine.");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("a refused edit says why, and the text stays in the dialog", async () => {
  network.on("/edit-message", () =>
    refusal(409, "conflict", reasonOf("provider", { provider: "Telegram", says: "message can't be edited" })),
  );
  show();
  await choose("Edit");
  await page.getByRole("textbox", { name: "Text" }).fill("At nine.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText(/was not edited: .*message can't be edited/)).toBeVisible();
  await expect.element(page.getByRole("textbox", { name: "Text" })).toHaveValue("At nine.");
});

test("a deletion after the channel's time says so, though the menu still offered it", async () => {
  network.on("/delete-message", () => refusal(409, "conflict", reasonOf("change_too_late", { hours: "48" })));
  const mounted = show();
  await choose("Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.element(page.getByText(/48 hours/)).toBeVisible();
  expect(shownIn(mounted)?.content).toBe("At seven.");
});

test("a message is deleted once that is confirmed", async () => {
  const mounted = show();
  await choose("Delete");
  expect(network.sent("/delete-message")).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => shownIn(mounted)?.type).toBe("deleted");
});

test("the menu disables what the channel cannot do, or can no longer do, and says why", async () => {
  const old = { ...ours, created_on: new Date(Date.now() - 49 * 3_600_000).toISOString() };
  show(old, { limits: { edits: null, deletes: 48 * 3_600_000 } });
  await openMenu();
  const item = (name: RegExp) => page.getByRole("menuitem", { name });
  await expect.element(item(/^Edit.*does not let us edit/)).toHaveAttribute("aria-disabled", "true");
  await expect.element(item(/^Delete.*too late/)).toHaveAttribute("aria-disabled", "true");
});

test("a colleague's message is not edited, and the client's neither edited nor deleted", async () => {
  show({ ...ours, isagent: false, created_by: null, status: null });
  await openMenu();
  await expect.element(page.getByRole("menuitem", { name: "Copy text" })).toBeVisible();
  expect(page.getByRole("menuitem", { name: /Edit|Delete/ }).elements()).toEqual([]);
});

test("a change whose answer was lost says so, and is tried again with the same text", async () => {
  show({
    ...ours,
    change: { kind: "edit", content: "At nine.", state: "uncertain", reason: reasonOf("interrupted_while") },
  });
  await expect.element(page.getByText(/client may see the changed text/)).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => network.sent("/edit-message")).toMatchObject([{ content: "At nine." }]);
});

test("administrators alone are led to what a message said before", async () => {
  const edited = { ...ours, edited_on: at(3) };
  const mounted = show(edited);
  expect(page.getByRole("button", { name: "History" }).elements()).toEqual([]);
  mounted.unmount();
  show(edited, { viewer: agents.ingrid });
  await page.getByRole("button", { name: "History" }).click();
  await expect.element(page.getByRole("dialog").getByText("At six.")).toBeVisible();
  await expect.element(page.getByText(/edited by Mira Halvorsen/)).toBeVisible();
});
