/** Calendars, encrypted and signed mails. */
import { file, html, multipart, type Sample, sample, text } from "./sample.ts";

const calendar = (method: string, lines: string[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `METHOD:${method}`,
    "BEGIN:VEVENT",
    "UID:1@mail.example",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
const visit = [
  "DTSTART;TZID=Europe/Kyiv:20260309T140000",
  "DTEND;TZID=Europe/Kyiv:20260309T150000",
  "SUMMARY:Repair\\, second visit",
  "LOCATION:Workshop",
  'ORGANIZER;CN="Desk Help":mailto:help@desk.example',
];

export const specialMails: Sample[] = [
  sample(
    "An invitation of Google Calendar",
    { Subject: "Invitation: Repair" },
    multipart("alternative", [
      text("You have been invited.\n\nRepair\nMonday 9 Mar 2026"),
      { type: "text/calendar; method=REQUEST", charset: "UTF-8", content: calendar("REQUEST", visit) },
    ]),
    {
      text: "You have been invited.\n\nRepair\nMonday 9 Mar 2026",
      files: ["invitation.ics text/calendar"],
    },
  ),
  sample(
    "An answer of Outlook without words",
    { Subject: "Accepted: Repair" },
    multipart("alternative", [
      text("\r\n"),
      {
        type: "text/calendar; method=REPLY",
        charset: "utf-8",
        encoding: "base64",
        content: calendar("REPLY", [
          ...visit,
          "ATTENDEE;PARTSTAT=ACCEPTED;CN=Olena Koval:mailto:olena@mail.example",
        ]),
      },
    ]),
    {
      subject: "Accepted: Repair",
      text: "Repair, second visit\n2026-03-09 14:00 (Europe/Kyiv) – 2026-03-09 15:00 (Europe/Kyiv)\nWorkshop\nDesk Help <help@desk.example>\nOlena Koval <olena@mail.example>: ACCEPTED",
      files: ["invitation.ics text/calendar"],
    },
  ),
  sample(
    "A mail that is only a calendar",
    { Subject: "Cancelled: Repair" },
    {
      type: "text/calendar; method=CANCEL",
      charset: "utf-8",
      content: calendar("CANCEL", ["DTSTART:20260309T120000Z", "SUMMARY:Repair"]),
    },
    {
      text: "Repair\n2026-03-09 12:00 (UTC)",
      files: ["invitation.ics text/calendar"],
    },
  ),
  sample(
    "A whole day, folded lines",
    {},
    {
      type: "text/calendar",
      charset: "utf-8",
      content: calendar("REQUEST", [
        "DTSTART;VALUE=DATE:20260309",
        "SUMMARY:A very long name of a visit that\r\n  goes on",
      ]),
    },
    {
      text: "A very long name of a visit that goes on\n2026-03-09",
      files: ["invitation.ics text/calendar"],
    },
  ),
  sample(
    "A calendar that breaks off",
    {},
    { type: "text/calendar", charset: "utf-8", content: "BEGIN:VCALENDAR\r\nBEGIN:VEV" },
    { text: "", files: ["invitation.ics text/calendar"] },
  ),
  sample(
    "S/MIME, signed in the clear",
    {},
    multipart(
      "signed",
      [text("It is broken."), file("application/pkcs7-signature", "smime.p7s", Buffer.from("3080", "hex"))],
      '; protocol="application/pkcs7-signature"; micalg=sha-256',
    ),
    {
      text: "It is broken.",
      files: ["smime.p7s application/pkcs7-signature"],
    },
  ),
  sample(
    "S/MIME, encrypted",
    {},
    file("application/pkcs7-mime; smime-type=enveloped-data", "smime.p7m", Buffer.from("3080", "hex")),
    {
      text: "",
      files: ["smime.p7m application/pkcs7-mime"],
      problems: ["encrypted"],
    },
  ),
  sample(
    "S/MIME, signed within its envelope",
    {},
    {
      type: "application/pkcs7-mime; smime-type=signed-data",
      encoding: "base64",
      content: Buffer.from("3080", "hex"),
    },
    {
      text: "",
      files: ["smime.p7m application/pkcs7-mime"],
    },
  ),
  sample(
    "PGP, encrypted",
    { Subject: "..." },
    multipart(
      "encrypted",
      [
        { type: "application/pgp-encrypted", content: "Version: 1\r\n" },
        file(
          "application/octet-stream",
          "encrypted.asc",
          "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n",
        ),
      ],
      '; protocol="application/pgp-encrypted"',
    ),
    {
      text: "",
      files: ["pgp-version.txt application/pgp-encrypted", "encrypted.asc application/octet-stream"],
      problems: ["encrypted"],
    },
  ),
  sample(
    "PGP, signed",
    {},
    multipart(
      "signed",
      [
        text("It is broken."),
        file(
          "application/pgp-signature",
          "signature.asc",
          "-----BEGIN PGP SIGNATURE-----\n\nx\n-----END PGP SIGNATURE-----\n",
        ),
      ],
      '; protocol="application/pgp-signature"',
    ),
    {
      text: "It is broken.",
      files: ["signature.asc application/pgp-signature"],
    },
  ),
  sample(
    "PGP within the text",
    {},
    text("-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n"),
    { text: "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----" },
  ),
  sample(
    "A mail with an AMP part",
    {},
    multipart("alternative", [
      text("It is broken."),
      {
        type: "text/x-amp-html",
        charset: "utf-8",
        content: "<!doctype html><html ⚡4email><script></script></html>",
      },
      html("<p>It is broken.</p>"),
    ]),
    {
      text: "It is broken.",
    },
  ),
];
