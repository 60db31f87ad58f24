/** IMAP and SMTP on loopback over one post office, for a whole simulator or for one test. */
import type { Faults } from "../faults.ts";
import type { Folder } from "./folder.ts";
import { startImap } from "./imap/server.ts";
import { accessFolder, type Mailbox } from "./mailbox.ts";
import { PostOffice } from "./post-office.ts";
import { startSmtp } from "./smtp/server.ts";

export type MailServer = {
  office: PostOffice;
  imap: { host: string; port: number };
  smtp: { host: string; port: number };
  folder(mailbox: Mailbox, path: string): Folder;
  close(): Promise<void>;
};

const host = "127.0.0.1";

type Options = { faults: Faults; now: () => number };

export const startMailServer = ({ faults, now }: Options): Promise<MailServer> =>
  serve(new PostOffice(faults, now));

/** A port of 0 chooses a free one. */
export async function serve(office: PostOffice, ports = { imap: 0, smtp: 0 }): Promise<MailServer> {
  const imap = await startImap(office, ports.imap);
  const smtp = await startSmtp(office, ports.smtp);
  return {
    office,
    imap: { host, port: imap.port },
    smtp: { host, port: smtp.port },
    folder: accessFolder,
    async close() {
      await Promise.all([imap.close(), smtp.close()]);
    },
  };
}
