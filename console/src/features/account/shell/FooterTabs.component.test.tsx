import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { openTicketsQuery } from "../../../api/queries.ts";
import { agents, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { setPageTitle, startNotice, stopNotice } from "../../tickets/list/page-title.ts";
import { useUnreadTitle } from "../../tickets/list/unread.ts";
import { FooterTabs } from "./FooterTabs.tsx";

const { mira, jonas } = agents;
const own = (unread: number) => ticketOf(mira, { userid: mira.id, accepted: true }, unread);
const another = ticketOf(mira, { ticketid: crypto.randomUUID(), userid: jonas.id, accepted: true }, 7);

function Tabs() {
  useUnreadTitle();
  return <FooterTabs />;
}

test("unread messages of the agent's own clients are counted on the tab and in the title", async () => {
  const cache = createCache();
  cache.setQueryData(openTicketsQuery.queryKey, [own(3), another]);
  const { unmount } = mount(<Tabs />, { cache });
  await expect.element(page.getByRole("link", { name: /Tickets/ })).toMatchTextContent("3 unread messages");
  await expect.poll(() => document.title).toBe("(3) Parley");
  cache.setQueryData(openTicketsQuery.queryKey, [own(0), another]);
  await expect.poll(() => document.title).toBe("Parley");
  await expect.element(page.getByText(/unread messages/)).not.toBeInTheDocument();
  unmount();
});

test("a count that changes while a notice alternates is shown when the notice ends", () => {
  vi.useFakeTimers();
  setPageTitle("(1) Parley");
  startNotice("New ticket!");
  setPageTitle("(2) Parley");
  expect(document.title).toBe("New ticket!");
  stopNotice();
  vi.useRealTimers();
  expect(document.title).toBe("(2) Parley");
});
