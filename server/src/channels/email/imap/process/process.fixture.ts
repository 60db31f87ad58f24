/** A process that holds a connection to a mailbox until a test kills it. Prints the pid of the process that reads mailboxes. */
import { ImapClient } from "../client.ts";
import { MailProcess } from "./process.ts";

const reader = new MailProcess();
const client = new ImapClient(reader);
await client.open({
  company: "harbour",
  ...{ host: "127.0.0.1", port: Number(process.argv[2]), servername: "127.0.0.1", secure: false },
  ...{ startTls: false, user: "a", password: "b", token: null },
});
process.stdout.write(`${reader.pid}\n`);
