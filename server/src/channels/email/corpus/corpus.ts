import { automaticMails } from "./automatic-mails.ts";
import { bounces } from "./bounces.ts";
import { charsetMails } from "./charset-mails.ts";
import { conversations } from "./conversations.ts";
import { fileMails } from "./file-mails.ts";
import { forwards } from "./forwards.ts";
import { hostileMails } from "./hostile-mails.ts";
import { replies } from "./replies.ts";
import type { Sample } from "./sample.ts";
import { senders } from "./senders.ts";
import { signatures } from "./signatures.ts";
import { specialMails } from "./special-mails.ts";
import { tnefMails } from "./tnef-mails.ts";

/** Mails that the desk must read right. */
export const corpus: Sample[] = [
  ...replies,
  ...conversations,
  ...signatures,
  ...forwards,
  ...charsetMails,
  ...fileMails,
  ...specialMails,
  ...tnefMails,
  ...bounces,
  ...automaticMails,
  ...senders,
  ...hostileMails,
];
