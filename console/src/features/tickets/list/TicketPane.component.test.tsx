import { beforeEach, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { openTicketsQuery } from "../../../api/queries.ts";
import { changeLanguage } from "../../../i18n/index.ts";
import { agents, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { TicketPane } from "./TicketPane.tsx";

const account = {
  ...{ channelid: crypto.randomUUID(), platform: "whatsapp", name: "Harbour, main", username: null },
  ...{ departmentid: null, state: "working", reason: null, since: null, last_in: null, last_out: null },
  ...{ waiting: 0, can_start: true, starts_by: "template" },
};
beforeEach(
  () => void openNetwork({ "/channels": () => [account], "/tickets": () => [], "/drafts": () => [] }),
);

test("at 1200 px the number of pending tickets is whole beside every button, in every language", async () => {
  await page.viewport(1200, 800);
  onTestFinished(() => changeLanguage("en"));
  const cache = createCache();
  cache.setQueryData(
    openTicketsQuery.queryKey,
    Array.from({ length: 128 }, () => ticketOf(agents.mira, { ticketid: crypto.randomUUID() })),
  );
  mount(
    <div className="h-150 w-80">
      <TicketPane start={<IconButton label="Write a mail">✉</IconButton>} />
    </div>,
    { cache },
  );
  await expect.element(page.getByRole("button", { name: "Start a conversation" })).toBeVisible();
  const count = page.getByText("(128)");
  for (const language of ["en", "af", "bg", "tr", "es", "ru", "nl", "ja"] as const) {
    await changeLanguage(language);
    const heading = page.getByRole("heading", { name: /.+ \(128\)$/ });
    await expect.element(heading).toBeVisible();
    const range = document.createRange();
    range.selectNodeContents(count.element());
    const [shown, box] = [range, heading.element()].map((one) => one.getBoundingClientRect());
    expect([language, (shown?.right ?? 0) <= (box?.right ?? 0) + 0.5]).toEqual([language, true]);
  }
});
