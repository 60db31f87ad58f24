import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { keys } from "../../api/queries.ts";
import { agents, message, sharedTicket, ticketOf } from "../../sample/build.ts";
import { addresses, mail, mailMessage } from "../../sample/mails.ts";
import { createCache, mount } from "../../sample/mount.tsx";
import { openNetwork } from "../../sample/network.ts";
import { ChatHeader } from "./ChatHeader.tsx";

const { channel } = sharedTicket();
const byMail = ticketOf(agents.mira, { client_name: "Henrik Aas", channel: { ...channel, can: ["mail"] } });

beforeEach(() => void openNetwork());

function show(ticket = byMail, messages = [message()]) {
  const cache = createCache();
  cache.setQueryData(keys.chat(ticket.ticketid), { messages });
  cache.setQueryData(keys.channels, [{ channelid: channel.channelid, username: addresses.desk.address }]);
  return mount(<ChatHeader ticket={ticket} panel={null} onPanel={() => undefined} />, { cache });
}

test("of mails the header shows the subject without its marks, and who takes part beside the client", async () => {
  const answered = mail({ subject: "Re: Two seats", cc: [addresses.lise] });
  show(byMail, [mailMessage(), mailMessage({ seq: 2, mail: answered })]);
  await expect.element(page.getByRole("heading", { name: "Two seats", exact: true })).toBeVisible();
  await expect.element(page.getByText(/Henrik Aas, Lise Aas · Harbour Travel · Bookings/)).toBeVisible();
});

test("without a subject, and of other messages, it shows the client", async () => {
  const { unmount } = show(byMail, [mailMessage({ mail: mail({ subject: "" }) })]);
  await expect.element(page.getByRole("heading", { name: "Henrik Aas" })).toBeVisible();
  unmount();
  show(ticketOf(agents.mira));
  await expect.element(page.getByRole("heading", { name: "Dimitar Petrov" })).toBeVisible();
});
