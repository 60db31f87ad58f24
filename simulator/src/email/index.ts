import type { Network } from "../network.ts";
import type { SimulatedPlatform } from "../registry.ts";
import { driveMail } from "./driver.ts";
import { client } from "./oauth/consent.ts";
import { mailPhones } from "./phones.ts";
import { mailRoutes } from "./routes.ts";
import { mailWorldOf } from "./world.ts";

export const email: SimulatedPlatform = {
  routes: mailRoutes,
  settings: mailSettings,
  phones: mailPhones,
  sending: {
    method: "smtp.data",
    busy: { kind: "error", code: 451, description: "4.3.2 Try again later" },
    failing: { kind: "reset" },
    gone: { kind: "error", code: 550, description: "5.1.1 User unknown" },
    settles: false,
  },
  drive: driveMail,
};

/** The simulator plays both providers, over the same mailboxes. */
function mailSettings(url: string, network: Network): Record<string, string> {
  const { server } = mailWorldOf(network);
  const imap = `imap://127.0.0.1:${server?.imap.port}`;
  const smtp = `smtp://127.0.0.1:${server?.smtp.port}`;
  return {
    MAIL_PRIVATE_HOSTS: "127.0.0.1",
    GOOGLE_CLIENT_ID: client.id,
    GOOGLE_CLIENT_SECRET: client.secret,
    GOOGLE_OAUTH_URL: `${url}/oauth/google`,
    GOOGLE_IMAP_URL: imap,
    GOOGLE_SMTP_URL: smtp,
    MICROSOFT_CLIENT_ID: client.id,
    MICROSOFT_CLIENT_SECRET: client.secret,
    MICROSOFT_OAUTH_URL: `${url}/oauth/microsoft`,
    MICROSOFT_IMAP_URL: imap,
    MICROSOFT_SMTP_URL: smtp,
  };
}
