/** People who write over several channels, or of several things: a merged and a split ticket, and a proposal to merge clients. */
import type { TicketClient } from "@parley/contract/client-panel";
import type { ChatAnswer } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import type { Widget } from "@parley/contract/widget";
import type { PhoneChat } from "../../simulator/src/phone.ts";
import { signProof } from "../world/proof.ts";
import type { DeskClient } from "./desk-client.ts";
import type { VisitorBrowser } from "./visitors.ts";

type Desk = { ingrid: DeskClient; jonas: DeskClient };
type Site = { widget: Widget; origin: string; openBrowser: () => VisitorBrowser };

/** The client on WhatsApp also writes on the website: the two clients are merged, and their open tickets. */
export async function mergeLiesbeth({ ingrid, jonas }: Desk, { origin, openBrowser }: Site): Promise<void> {
  const onWhatsApp = await jonas.ticketOf("Liesbeth de Vries");
  const write = async (content: string, page: string) => {
    const ticketid = await openBrowser().write(content, {
      name: "Liesbeth de Vries",
      page: { url: `${origin}/${page.toLowerCase()}`, title: page, referrer: `${origin}/` },
      language: "nl-NL",
      zone: "Europe/Amsterdam",
    });
    const { clientid } = await jonas.post<Ticket>("/acceptTicket", { ticketid });
    await ingrid.post(`/admin/${onWhatsApp.clientid}/merge-client`, { clientid });
    return ticketid;
  };
  const earlier = await write("Hoe laat vertrekt de veerboot naar Texel?", "Ferries");
  await jonas.post("/send-message", {
    ticketid: earlier,
    content: "Every hour at half past.",
    isagent: true,
  });
  await jonas.post("/close-ticket", { ticketid: earlier, silently: true });
  const ticketid = await write("Kan ik de koffer hier ook betalen? Met Liesbeth, van WhatsApp.", "Luggage");
  await jonas.post("/merge-tickets", { ticketid, into: onWhatsApp.ticketid });
}

/** The website vouches for the address from which she sends mails: the two may be the same person. */
export async function proposeLucia(
  { ingrid, jonas }: Desk,
  { widget: { channelid }, origin, openBrowser }: Site,
): Promise<void> {
  const { ticketid } = await jonas.ticketOf("Lucía Ortega");
  const { emails } = await jonas.get<TicketClient>(`/${ticketid}/client`);
  const { identify_secret: secret } = await ingrid.post<{ identify_secret: string }>(
    `/channels/${channelid}/widget-secret`,
  );
  const browser = openBrowser();
  await browser.write("¿Puedo añadir un asiento infantil a la reserva HT-20977?", {
    page: { url: `${origin}/bookings/HT-20977`, title: "HT-20977" },
    language: "es-ES",
    zone: "Europe/Madrid",
  });
  await browser.post("identify", {
    jwt: signProof(
      {
        ...{ sub: "customer-2041", name: "Lucía Ortega", email: emails[0] ?? "" },
        ...{ about: { Plan: "Families", Bookings: 3 }, exp: Date.now() / 1000 + 600 },
      },
      secret,
    ),
  });
}

/** The client writes of another matter, which gets a ticket of its own. */
export async function splitOff(agent: DeskClient, ticketid: string, client: PhoneChat): Promise<void> {
  const content = "И още нещо: сестра ми загуби фактурата си. Може ли копие?";
  await client.send({ type: "text", text: content });
  for (let tries = 0; tries < 100; tries++) {
    const { selectedSections } = await agent.get<ChatAnswer>(`/${ticketid}/1/chat`);
    const written = Object.values(selectedSections)
      .flat()
      .find((message) => message.content === content);
    if (written) {
      const body = { ticketid, messageids: [written.messageid], subject: "Копие на фактура" };
      await agent.post("/split-ticket", body);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The client's message did not come");
}
