import { clientWords } from "./languages.ts";
import { alternative, html, type Sample, sample, text } from "./sample.ts";

const signed = (name: string, content: string, body: string, rest: string[]) =>
  sample(`Signature: ${name}`, {}, text(content), { text: body, rest });

/** Text that clients and their users append. */
export const signatures: Sample[] = [
  ...Object.entries(clientWords).flatMap(([language, { answer, phone }]) =>
    phone.map((line, index) =>
      sample(`Phone line ${index + 1}, ${language}`, {}, text(`${answer}\n\n${line}\n`), {
        text: answer,
        rest: [line.trim()],
      }),
    ),
  ),
  signed(
    "dashes and a space",
    "It is broken.\n\n-- \nOlena Koval\nKoval & Sons\n+380 44 000 00 00",
    "It is broken.",
    ["Koval & Sons"],
  ),
  signed("dashes without the space", "It is broken.\n\n--\nOlena Koval\n", "It is broken.", ["Olena Koval"]),
  sample(
    "Dashes between questions are no signature",
    {},
    text(`First question.\n---\nSecond question, the important one.\n`),
    {
      text: "First question.\n---\nSecond question, the important one.",
    },
  ),
  sample(
    "A rule of dashes far above the end is no signature",
    {},
    text(`Log:\n--\n${"line of the log\n".repeat(30)}`),
    {
      text: `Log:\n--\n${"line of the log\n".repeat(30)}`.trim(),
    },
  ),
  sample("Only a signature is kept whole", {}, text("-- \nOlena Koval\n"), { text: "-- \nOlena Koval" }),
  sample("Only a phone's line is kept", {}, text("\nSent from my iPhone\n"), { text: "Sent from my iPhone" }),
  sample(
    "Gmail's signature by its markup",
    {},
    alternative(
      "It is broken.\n\n-- \nOlena Koval\nKoval & Sons\n",
      '<div dir="ltr">It is broken.<div><br></div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature"><div dir="ltr">Olena Koval<div>Koval &amp; Sons</div></div></div></div>',
    ),
    { text: "It is broken.", rest: ["Koval & Sons"] },
  ),
  sample(
    "Outlook's signature by its markup",
    {},
    html(
      '<div class="elementToProof">It is broken.</div><div id="Signature"><p>Olena Koval</p><p><b>Koval &amp; Sons</b></p></div>',
    ),
    { text: "It is broken.", rest: ["Koval & Sons"] },
  ),
  sample(
    "Thunderbird's signature by its markup",
    {},
    html('<p>It is broken.</p><div class="moz-signature">-- <br>Olena Koval</div>'),
    { text: "It is broken.", rest: ["Olena Koval"] },
  ),
  sample(
    "Outlook for Android's line by its markup",
    {},
    html(
      '<div dir="auto">It is broken.</div><div id="ms-outlook-mobile-signature" dir="auto"><div><br></div>Get <a href="https://aka.example/x">Outlook for Android</a></div>',
    ),
    { text: "It is broken.", rest: ["Outlook for Android"] },
  ),
];
