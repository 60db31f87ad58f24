import { deskMail, html, reply, type Sample, sample, text } from "./sample.ts";

const same = (name: string, content: string, body: string, rest?: string[]) =>
  sample(name, reply, text(content), { text: body, ...(rest ? { rest } : {}), ticket: "same" });

/** Quotes at other positions than below one answer. */
export const conversations: Sample[] = [
  same(
    "Answers between the quoted lines keep their questions",
    `On 3/2/26 10:15, Desk Help wrote:\n> ${deskMail.text}\nIt is 1042.\n\n> When did it arrive?\nOn Friday.\n\n> Regards\n> Desk Help\n`,
    `On 3/2/26 10:15, Desk Help wrote:\n> ${deskMail.text}\nIt is 1042.\n\n> When did it arrive?\nOn Friday.`,
    ["Desk Help"],
  ),
  same(
    "An answer below the quote",
    `On 3/2/26 10:15, Desk Help wrote:\n> ${deskMail.text}\n\nIt is 1042.\n`,
    "It is 1042.",
    [deskMail.text],
  ),
  same(
    "An answer below the quote, with a signature",
    `On 3/2/26 10:15, Desk Help wrote:\n> ${deskMail.text}\n\nIt is 1042.\n\n-- \nOlena\n`,
    "It is 1042.",
    [deskMail.text, "Olena"],
  ),
  same("A quote without a heading", `It is 1042.\n\n> ${deskMail.text}\n> Desk Help\n`, "It is 1042.", [
    deskMail.text,
  ]),
  same(
    "Quotes within quotes",
    `It is 1042.\n\nOn 2 Mar 2026 at 10:15, Desk Help wrote:\n> ${deskMail.text}\n>\n> On 1 Mar 2026 at 9:00, Olena Koval wrote:\n>> It is broken.\n`,
    "It is 1042.",
    [">> It is broken.".replace(">>", "> >")],
  ),
  same(
    "A heading wrapped over three lines",
    `It is 1042.\n\nOn Mon, 2 Mar 2026 at 10:15, Desk Help of the Example Company\nLimited, Support and Returns Department\n<help@desk.example> wrote:\n\n> ${deskMail.text}\n`,
    "It is 1042.",
    [deskMail.text, "Support and Returns Department"],
  ),
  same(
    "The desk's own line",
    `It is 1042.\n\n##- Please reply above this line -##\n\nAnything at all\n`,
    "It is 1042.",
    ["Anything at all"],
  ),
  same(
    "A heading of a name and a time, above quoted lines",
    `It is 1042.\n\nDesk Help, 2026-03-02 10:15 UTC:\n> ${deskMail.text}\n`,
    "It is 1042.",
    [deskMail.text, "2026-03-02"],
  ),
  same(
    "A time above what a screen says is no heading",
    "At 10:15 it said:\n> E42\nand at 10:20:\n> E43\nWhat is it?",
    "At 10:15 it said:\n> E42\nand at 10:20:\n> E43\nWhat is it?",
  ),
  same("Only a quote is kept whole", `> ${deskMail.text}\n> Desk Help\n`, `> ${deskMail.text}\n> Desk Help`),
  same(
    "A sentence that ends in wrote is no heading",
    `My colleague wrote:\nit does not start.\nPlease help.`,
    "My colleague wrote:\nit does not start.\nPlease help.",
  ),
  same(
    "A time before a colon is no heading",
    "I called at 10:15 and they said:\nwait a week.",
    "I called at 10:15 and they said:\nwait a week.",
  ),
  same(
    "Fields that a person lists are no header block",
    "From: Kyiv\nWeight: 4 kg\nColour: red\nI ordered it last week.",
    "From: Kyiv\nWeight: 4 kg\nColour: red\nI ordered it last week.",
  ),
  same(
    "An address alone is no heading",
    "Write to me at olena@mail.example:\nI answer quickly.",
    "Write to me at olena@mail.example:\nI answer quickly.",
  ),
  same(
    "Lines that a person marks",
    "The screen says:\n> E42\nand then it stops.\n> E43\nWhat is it?",
    "The screen says:\n> E42\nand then it stops.\n> E43\nWhat is it?",
  ),
  sample(
    "Yahoo, by its markup",
    reply,
    html(
      `<html><head></head><body><div class="ydp1 yahoo-style-wrap"><div dir="ltr">It is 1042.</div><div><br></div></div><div id="ydp2yahoo_quoted_1" class="yahoo_quoted"><div><div>On Monday, 2 March 2026 at 10:15:00 GMT, Desk Help &lt;help@desk.example&gt; wrote:</div><div><br></div><div>${deskMail.text}</div></div></div></body></html>`,
    ),
    { text: "It is 1042.", rest: [deskMail.text], ticket: "same" },
  ),
  sample(
    "Proton, by its markup",
    reply,
    html(
      `<div style="font-family: Arial;">It is 1042.</div><div class="protonmail_signature_block"><div>Sent with Proton Mail secure email.</div></div><div class="protonmail_quote">On Monday, March 2nd, 2026 at 10:15, Desk Help &lt;help@desk.example&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">${deskMail.text}</blockquote></div>`,
    ),
    { text: "It is 1042.", rest: [deskMail.text, "Proton"], ticket: "same" },
  ),
  sample(
    "GMX, by its markup",
    reply,
    html(
      `<div style="font-family: Verdana;">It is 1042.<div>&nbsp;</div><div name="quote" style="margin:10px 5px 5px 10px;"><div style="margin:0 0 10px 0;"><b>Gesendet:</b> Montag, 2. März 2026<br><b>Von:</b> Desk Help</div><div name="quoted-content">${deskMail.text}</div></div></div>`,
    ),
    { text: "It is 1042.", rest: [deskMail.text], ticket: "same" },
  ),
  sample(
    "Yandex, by its heading",
    reply,
    html(
      `<div>Номер 1042.</div><div> </div><div>02.03.2026, 10:15, "Desk Help" &lt;help@desk.example&gt;:</div><blockquote><p>${deskMail.text}</p></blockquote>`,
    ),
    { text: "Номер 1042.", rest: [deskMail.text], ticket: "same" },
  ),
  sample(
    "Mail.ru, by its heading",
    reply,
    html(
      `<HTML><BODY>Номер 1042.<br><br><blockquote style="border-left:1px solid #0857A6;margin:10px;padding:0 0 0 10px;">Понедельник, 2 марта 2026, 10:15 +03:00 от Desk Help &lt;help@desk.example&gt;:<br> <div>${deskMail.text}</div></blockquote></BODY></HTML>`,
    ),
    { text: "Номер 1042.", rest: [deskMail.text], ticket: "same" },
  ),
  sample(
    "A language without words here, by Gmail's markup",
    reply,
    html(
      `<div dir="ltr"><div dir="ltr">Númerið er 1042.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">mán., 2. mar. 2026, kl. 10:15 ritaði Desk Help &lt;<a href="mailto:help@desk.example">help@desk.example</a>&gt;:<br></div><blockquote class="gmail_quote">${deskMail.text}</blockquote></div></div>`,
    ),
    { text: "Númerið er 1042.", rest: [deskMail.text], ticket: "same" },
  ),
  sample(
    "Answers between quotes in Gmail's markup",
    reply,
    html(
      `<div dir="ltr"><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, Mar 2, 2026 at 10:15 AM Desk Help &lt;help@desk.example&gt; wrote:<br></div><blockquote class="gmail_quote"><div>${deskMail.text}</div></blockquote><div>It is 1042.</div><blockquote class="gmail_quote"><div>When did it arrive?</div></blockquote><div>On Friday.</div><blockquote class="gmail_quote"><div>Desk Help</div></blockquote></div></div>`,
    ),
    {
      text: `On Mon, Mar 2, 2026 at 10:15 AM Desk Help <help@desk.example> wrote:\n\n> ${deskMail.text}\n\nIt is 1042.\n\n> When did it arrive?\n\nOn Friday.`,
      rest: ["Desk Help"],
      ticket: "same",
    },
  ),
  sample(
    "Outlook quoting its own quote keeps its marks",
    reply,
    html(
      `<div class="x_elementToProof">It is 1042.</div><div id="x_appendonsend"></div><hr><div id="x_divRplyFwdMsg"><font><b>From:</b> Desk Help<br><b>Sent:</b> Monday<br><b>To:</b> Olena<br><b>Subject:</b> Order</font></div><div>${deskMail.text}</div>`,
    ),
    { text: "It is 1042.", rest: [deskMail.text], ticket: "same" },
  ),
  sample(
    "Plain text that is wrapped as format=flowed",
    reply,
    text(
      `It is 1042 and the parcel came on Friday with a broken \nbox.\n\nOn 3/2/26 10:15, Desk Help wrote:\n> ${deskMail.text}\n`,
      { type: "text/plain; format=flowed" },
    ),
    {
      text: "It is 1042 and the parcel came on Friday with a broken box.",
      rest: [deskMail.text],
      ticket: "same",
    },
  ),
];
