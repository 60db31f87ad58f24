/** Headings above quotes, by programs with their own forms of them. */
import { alternative, deskMail, html, reply, type Sample, sample, text } from "./sample.ts";

const cut = (name: string, answer: string, quote: string) =>
  sample(`Heading: ${name}`, reply, text(`${answer}\n\n${quote}\n`), {
    text: answer,
    rest: [deskMail.text],
    ticket: "same",
  });

const zoho = "---- On Mon, 02 Mar 2026 10:15:00 +0100 Desk Help <help@desk.example> wrote ----";
const dateFirst = [
  "Date: Mon, 2 Mar 2026 10:15:00 +0100",
  "Subject: Order 1042",
  "From: help@desk.example",
  "To: olena@mail.example",
];

export const headings: Sample[] = [
  cut("Zoho, between dashes", "It is 1042.", `${zoho}\n\n${deskMail.text}`),
  cut(
    "Zoho, broken over two lines",
    "It is 1042.",
    `${zoho.replace(" <help", "\n<help")}\n\n> ${deskMail.text}`,
  ),
  cut(
    "Zoho, in Spanish",
    "Es el 1042.",
    `---- El lun., 02 mar. 2026 10:15:00 +0100 Desk Help <help@desk.example> escribió ----\n${deskMail.text}`,
  ),
  cut("a block that begins with the date", "It is 1042.", `${dateFirst.join("\n")}\n\n${deskMail.text}`),
  sample(
    "Heading: a block that begins with the date, in HTML",
    reply,
    html(
      `<div>It is 1042.</div><br><div><hr id="line">${dateFirst.join("<br>")}<br><br>${deskMail.text}</div>`,
    ),
    { text: "It is 1042.", rest: [deskMail.text], ticket: "same" },
  ),
  cut(
    "a block that begins with the subject, in Dutch",
    "Het is 1042.",
    `Onderwerp: Order 1042\nDatum: ma 2 mrt 2026 10:15\nVan: Desk Help <help@desk.example>\nAan: olena@mail.example\n\n${deskMail.text}`,
  ),
  cut(
    "Danish",
    "Det er 1042.",
    `-------- Oprindelig besked --------\nFra: Desk Help <help@desk.example>\nDato: 02.03.2026 10.15\nTil: olena@mail.example\nEmne: Order 1042\n\n${deskMail.text}`,
  ),
  cut("Danish, without a block", "Det er 1042.", `-------- Oprindelig besked --------\n${deskMail.text}`),
  ...[
    "Alkuperäinen viesti",
    "Původní zpráva",
    "Eredeti üzenet",
    "Mesaj original",
    "Αρχικό μήνυμα",
    "Opprinnelig melding",
    "Ursprungligt meddelande",
  ].map((words) => cut(words, "1042", `-----${words}-----\n${deskMail.text}`)),
  cut(
    "words between dashes in a language that is not known, above a block",
    "Númerið er 1042.",
    `-------- Upprunaleg skilaboð --------\nFrom: Desk Help <help@desk.example>\nDate: 2.3.2026\nTo: olena@mail.example\nSubject: Order 1042\n\n${deskMail.text}`,
  ),
  cut(
    "French, below a line of equals signs",
    "C'est 1042.",
    `========================================\nMessage du : 02/03/2026 10:15\nDe : "Desk Help" <help@desk.example>\nA : olena@mail.example\nCopie à :\nSujet : Order 1042\n\n${deskMail.text}`,
  ),
  cut(
    "French, in one line of equals signs",
    "C'est 1042.",
    `==== Message du : 02/03/2026 10:15 De : "Desk Help" <help@desk.example> ====\n${deskMail.text}`,
  ),
  cut(
    "French, quoted",
    "C'est 1042.",
    `> Message du 02/03/26 10:15\n> De : "Desk Help" <help@desk.example>\n> A : olena@mail.example\n> Objet : Order 1042\n>\n> ${deskMail.text}`,
  ),
  cut(
    "Norwegian, broken within the address",
    "Det er 1042.",
    `man. 2. mars 2026 kl. 10:15 skrev Desk Help <help@desk.example\n>:\n\n> ${deskMail.text}`,
  ),
  cut(
    "English, broken before the address ends",
    "It is 1042.",
    `On Mon, Mar 2, 2026 at 10:15 AM Desk Help <help@desk.example\n> wrote:\n\n> ${deskMail.text}`,
  ),
  cut(
    "English, broken after the at sign",
    "It is 1042.",
    `On Mon, Mar 2, 2026 at 10:15 AM Desk Help <help@\ndesk.example> wrote:\n\n> ${deskMail.text}`,
  ),
  cut(
    "Outlook's block in bold below a line of dashes",
    "It is 1042.",
    `------------------------------\n*From:* Desk Help <help@desk.example>\n*Sent:* Monday, March 2, 2026 10:15 AM\n*To:* Olena Koval <olena@mail.example>\n*Subject:* Order 1042\n\n${deskMail.text}`,
  ),
  sample(
    "Heading: the details of a journey are no block",
    {},
    text("Please book this for me:\n\nFrom: Kyiv\nTo: Oslo\nDate: 3 March 2026\n\nTwo adults."),
    { text: "Please book this for me:\n\nFrom: Kyiv\nTo: Oslo\nDate: 3 March 2026\n\nTwo adults." },
  ),
  sample(
    "Heading: a line of dashes between two requests is none",
    {},
    text("The parcel is lost.\n------------\nDate: 3 March\nPlease send another."),
    { text: "The parcel is lost.\n------------\nDate: 3 March\nPlease send another." },
  ),
  sample(
    "Heading: words between dashes that a person writes are none",
    {},
    text("---- Important ----\nThe parcel is lost.\n---- Second ----\nPlease send another."),
    { text: "---- Important ----\nThe parcel is lost.\n---- Second ----\nPlease send another." },
  ),
  sample(
    "Heading: Zoho, by its markup",
    reply,
    alternative(
      `It is 1042.\n\n\n\n${zoho}\n\n\n\n${deskMail.text}`,
      `<div>It is 1042.</div><div class="zmail_extra"><div>${zoho.replace(/</g, "&lt;")}</div><blockquote>${deskMail.text}</blockquote></div>`,
    ),
    { text: "It is 1042.", rest: [deskMail.text], ticket: "same" },
  ),
];
