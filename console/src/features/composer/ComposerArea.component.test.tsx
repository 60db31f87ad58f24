import type { SharedTicket } from "@parley/contract/tickets";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { keys } from "../../api/queries.ts";
import { agents, at, ticketOf } from "../../sample/build.ts";
import { createCache, mount } from "../../sample/mount.tsx";
import { openNetwork } from "../../sample/network.ts";
import { ComposerArea } from "./ComposerArea.tsx";

const field = page.getByRole("textbox", { name: "Message" });
const mine = { userid: agents.mira.id, user_name: "Mira Haddad", accepted: true };
const account = ticketOf(agents.mira).channel;

function mountFor(facts: Partial<SharedTicket>) {
  openNetwork({ "/drafts": () => [], "/bubbles": () => [] });
  const cache = createCache();
  cache.setQueryData(keys.drafts, []);
  cache.setQueryData(keys.bubbles, []);
  return mount(
    <ComposerArea
      ticket={ticketOf(agents.mira, facts)}
      replyTo={null}
      onReplied={vi.fn()}
      file={null}
      onFile={vi.fn()}
    />,
    { cache },
  );
}

test.each<[string, Partial<SharedTicket>, string]>([
  [
    "of a disconnected account",
    { ...mine, channel: { ...account, connected: false } },
    `${account.name} is disconnected. Nothing can be sent until an administrator connects it again.`,
  ],
  [
    "that a colleague handles",
    { userid: agents.jonas.id, user_name: "Jonas Berg", accepted: true },
    "Jonas Berg handles this ticket.",
  ],
  [
    "that is closed",
    { ...mine, closed_on: at(3) },
    "This ticket is closed. A message from the client reopens it.",
  ],
])("in a ticket %s nothing can be written, and the reason is there", async (_what, facts, reason) => {
  mountFor(facts);
  await expect.element(page.getByText(reason)).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
});

test("in a ticket of a connected account that one handles something can", async () => {
  mountFor(mine);
  await expect.element(field).toBeVisible();
});
