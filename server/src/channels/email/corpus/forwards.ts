import { gmailForward } from "./clients.ts";
import { type ClientWords, clientWords } from "./languages.ts";
import { deskMail, html, multipart, type Sample, sample, text } from "./sample.ts";

const lines = [
  "From: Desk Help <help@desk.example>",
  "Date: Mon, Mar 2, 2026 at 10:15 AM",
  "Subject: Order 1042",
  "To: <olena@mail.example>",
];
const quoted = `Hello Olena,\n\n${deskMail.text}\n\nDesk Help`;
const nested = (subject: string, body: string) =>
  `From: Ann Lee <ann@a.example>\r\nTo: olena@mail.example\r\nSubject: ${subject}\r\nMessage-ID: <inner@a.example>\r\n\r\n${body}\r\n`;

/** The content of a forwarded mail is what its sender wants read. */
export const forwards: Sample[] = [
  ...Object.entries(clientWords).map(([language, words]: [string, ClientWords]) =>
    sample(`Gmail forward, ${language}`, { Subject: "Fwd: Order 1042" }, gmailForward(words, "See below."), {
      text: `See below.\n\n---------- ${words.forwarded} ---------\n${lines.join("\n")}\n\n\n${quoted}`,
    }),
  ),
  sample(
    "Outlook forward, known by its subject",
    { Subject: "FW: Order 1042" },
    text(
      `See below.\n\nFrom: Desk Help <help@desk.example>\nSent: 2 March 2026 10:15\nTo: Olena Koval\nSubject: Order 1042\n\n${quoted}\n`,
    ),
    {
      text: `See below.\n\nFrom: Desk Help <help@desk.example>\nSent: 2 March 2026 10:15\nTo: Olena Koval\nSubject: Order 1042\n\n${quoted}`,
    },
  ),
  sample(
    "Outlook forward in German, by its markup",
    { Subject: "WG: Order 1042" },
    html(
      `<p>Siehe unten.</p><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>Von:</b> Desk Help<br><b>Gesendet:</b> Montag<br><b>An:</b> Olena<br><b>Betreff:</b> Order 1042</div><p>${deskMail.text}</p>`,
    ),
    {
      text: `Siehe unten.\n\nVon: Desk Help\nGesendet: Montag\nAn: Olena\nBetreff: Order 1042\n\n${deskMail.text}`,
    },
  ),
  sample(
    "Apple Mail forward",
    { Subject: "Fwd: Order 1042" },
    text(
      `See below.\n\n> Begin forwarded message:\n> \n> From: Desk Help <help@desk.example>\n> Subject: Order 1042\n> \n> ${deskMail.text}\n`,
    ),
    {
      text: `See below.\n\n> Begin forwarded message:\n> \n> From: Desk Help <help@desk.example>\n> Subject: Order 1042\n> \n> ${deskMail.text}`,
    },
  ),
  sample(
    "A mail forwarded as an attachment",
    { Subject: "Fwd: Broken" },
    multipart("mixed", [
      text("Attached."),
      { type: "message/rfc822", content: nested("It does not start", "Please help.") },
    ]),
    { text: "Attached.", files: ["It does not start.eml message/rfc822"] },
  ),
  sample(
    "A mail within a mail within a mail",
    { Subject: "Fwd: Fwd: Broken" },
    multipart("mixed", [
      text("Attached."),
      {
        type: "message/rfc822",
        content: `From: b@b.example\r\nSubject: Middle\r\nContent-Type: message/rfc822\r\n\r\n${nested("Innermost", "Deep.")}`,
        headers: { "Content-Disposition": 'attachment; filename="middle.eml"' },
      },
    ]),
    { text: "Attached.", files: ["middle.eml message/rfc822"] },
  ),
  sample(
    "A digest of two mails",
    {},
    multipart("digest", [
      { type: "message/rfc822", content: nested("One", "1") },
      { type: "message/rfc822", content: nested("=?utf-8?Q?Zw=C3=B6lf?=", "2") },
    ]),
    { text: "", files: ["One.eml message/rfc822", "Zwölf.eml message/rfc822"] },
  ),
];
