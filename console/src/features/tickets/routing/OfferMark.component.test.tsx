import { languages } from "@parley/contract/sessions";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { changeLanguage } from "../../../i18n/index.ts";
import { agents, ticketOf } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { TicketCard } from "../list/TicketCard.tsx";

const ticket = ticketOf(agents.mira);
const offered = (userid: string, user_name: string) => {
  const now = Date.now();
  openNetwork({
    "/drafts": () => [],
    "/offers": () => ({
      offers: [
        {
          ...{ ticketid: ticket.ticketid, userid, user_name },
          offered_on: new Date(now).toISOString(),
          until: new Date(now + 170_000).toISOString(),
        },
      ],
    }),
  });
};

test("a ticket that is offered to the viewer says so with the time that is left", async () => {
  offered(agents.mira.id, "Mira Halvorsen");
  mount(<TicketCard ticket={ticket} open={false} />);
  await expect.element(page.getByText(/^Offered to you · .+ left$/)).toBeVisible();
});

test("a ticket that is offered to a colleague names them and can be accepted all the same", async () => {
  offered(agents.ingrid.id, "Ingrid Solheim");
  mount(<TicketCard ticket={ticket} open={false} />);
  await expect.element(page.getByText("Offered to Ingrid Solheim")).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^Accept/ })).toBeEnabled();
});

test.each(languages)("the mark is whole in a list of 352 px in %s", async (language) => {
  offered(agents.mira.id, "Mira Halvorsen");
  await changeLanguage(language);
  mount(
    <div style={{ width: 352 }}>
      <TicketCard ticket={ticket} open={false} />
    </div>,
  );
  const mark = page.getByText(/·.*\d/).first();
  await expect.element(mark).toBeVisible();
  const { scrollWidth, clientWidth } = mark.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth + 1);
  await changeLanguage("en");
});
