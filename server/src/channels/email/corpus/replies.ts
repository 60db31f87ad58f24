import {
  apple,
  gmail,
  outlookDesktop,
  outlookPlain,
  outlookWeb,
  thunderbird,
  thunderbirdHtml,
} from "./clients.ts";
import { type ClientWords, clientWords } from "./languages.ts";
import { deskMail, type Part, reply, type Sample, sample } from "./sample.ts";

const shapes: [string, (words: ClientWords) => Part][] = [
  ["Gmail", gmail],
  ["Apple Mail", apple],
  ["Thunderbird", thunderbird],
  ["Thunderbird HTML", thunderbirdHtml],
  ["Outlook on the web", outlookWeb],
  ["Outlook for Windows", outlookDesktop],
  ["Outlook plain text", outlookPlain],
];

/** The desk's mail quoted below an answer, by each client in each language. */
export const replies: Sample[] = Object.entries(clientWords).flatMap(([language, words]) =>
  shapes
    .filter(([client]) => client !== "Apple Mail" || words.apple)
    .map(([client, shape]) =>
      sample(`${client} reply, ${language}`, reply, shape(words), {
        subject: "Re: Order 1042",
        text: words.answer,
        rest: [deskMail.text],
        ticket: "same",
      }),
    ),
);
