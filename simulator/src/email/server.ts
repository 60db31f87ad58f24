/** IMAP and SMTP on loopback over one post office, for a whole simulator or for one test. */
import type { Faults } from "../faults.ts";
import type { Folder } from "./folder.ts";
import { startImap } from "./imap/server.ts";
import { accessFolder, type Mailbox } from "./mailbox.ts";
import { PostOffice } from "./post-office.ts";

export type MailServer = {
  office: PostOffice;
  imap: { host: string; port: number };
  folder(mailbox: Mailbox, path: string): Folder;
  close(): Promise<void>;
};

const host = "127.0.0.1";

export async function startMailServer({
  faults,
  now,
}: {
  faults: Faults;
  now: () => number;
}): Promise<MailServer> {
  const office = new PostOffice(faults, now);
  const imap = await startImap(office, 0);
  return {
    office,
    imap: { host, port: imap.port },
    folder: accessFolder,
    close: () => imap.close(),
  };
}
