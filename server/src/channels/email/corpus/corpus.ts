import { automaticMails } from "./automatic-mails.ts";
import { belowQuotes } from "./below-quotes.ts";
import { bounces } from "./bounces.ts";
import { charsetMails } from "./charset-mails.ts";
import { conversations } from "./conversations.ts";
import { fileMails } from "./file-mails.ts";
import { flowedMails } from "./flowed-mails.ts";
import { forwards } from "./forwards.ts";
import { headings } from "./headings.ts";
import { hostileMails } from "./hostile-mails.ts";
import { replies } from "./replies.ts";
import type { Sample } from "./sample.ts";
import { senders } from "./senders.ts";
import { signatures } from "./signatures.ts";
import { specialMails } from "./special-mails.ts";
import { stubs } from "./stubs.ts";
import { tnefMails } from "./tnef-mails.ts";

/** All sample mails that the desk must read right. */
export const corpus: Sample[] = [
  ...replies,
  ...conversations,
  ...headings,
  ...belowQuotes,
  ...signatures,
  ...forwards,
  ...flowedMails,
  ...charsetMails,
  ...fileMails,
  ...specialMails,
  ...stubs,
  ...tnefMails,
  ...bounces,
  ...automaticMails,
  ...senders,
  ...hostileMails,
];
