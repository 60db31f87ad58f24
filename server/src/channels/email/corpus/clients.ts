/** The forms of replies and forwards, by client. */
import type { ClientWords } from "./languages.ts";
import { alternative, deskMail, html, type Part, text } from "./sample.ts";

const quotedText = `Hello Olena,\n\n${deskMail.text}\n\nDesk Help`;
const quotedHtml = `<p>Hello Olena,</p><p>${deskMail.text}</p><p>Desk Help</p>`;

/** Lines of at most 76 characters, broken before an address as Gmail does. */
export const wrap = (line: string) => (line.length <= 60 ? line : line.replace(/ ([^ ]*<)/, "\n$1"));
const marked = (lines: string) =>
  lines
    .split("\n")
    .map((line) => (line ? `> ${line}` : ">"))
    .join("\n");
const escaped = (line: string) => line.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

export function gmail({ answer, gmail: heading }: ClientWords): Part {
  return alternative(
    `${answer}\n\n${wrap(heading)}\n\n${marked(quotedText)}\n`,
    `<div dir="ltr"><div dir="ltr">${answer}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${escaped(heading)}<br></div>` +
      `<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${quotedHtml}</blockquote></div></div>\n`,
  );
}

export function apple({ answer, apple: heading = "" }: ClientWords): Part {
  return alternative(
    `${answer}\n\n> ${heading}\n> \n${marked(quotedText)}\n`.replace(`> ${heading}\n> \n`, `${heading}\n\n`),
    `<html aria-label="message body"><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word; line-break: after-white-space;">` +
      `${answer}<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>${escaped(heading)}</div><br class="Apple-interchange-newline"><div>${quotedHtml}</div></blockquote></div><br></body></html>`,
  );
}

export function thunderbird({ answer, thunderbird: heading }: ClientWords): Part {
  return text(`${answer}\n\n${heading}\n${marked(quotedText)}\n\n`, { type: "text/plain", charset: "UTF-8" });
}

export function thunderbirdHtml({ answer, thunderbird: heading }: ClientWords): Part {
  return html(
    `<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head><body><p>${answer}</p><div class="moz-cite-prefix">${escaped(heading)}<br></div>` +
      `<blockquote type="cite" cite="mid:desk-1@desk.example">${quotedHtml}</blockquote></body></html>`,
  );
}

function block(
  { outlook: [from, sent, to, subject] }: ClientWords,
  bold: (name: string) => string,
): string[] {
  return [
    `${bold(`${from}:`)} Desk Help <help@desk.example>`,
    `${bold(`${sent}:`)} 2 March 2026 10:15`,
    `${bold(`${to}:`)} Olena Koval <olena@mail.example>`,
    `${bold(`${subject}:`)} Order 1042`,
  ];
}

/** Outlook on the web, and on phones. */
export function outlookWeb(words: ClientWords): Part {
  return alternative(
    `${words.answer}\n________________________________\n${block(words, (name) => name).join("\n")}\n\n${quotedText}\n`,
    `<html><head><style type="text/css" style="display:none;"> P {margin-top:0;margin-bottom:0;} </style></head><body dir="ltr"><div class="elementToProof" style="font-family: Aptos; font-size: 12pt;">${words.answer}</div>` +
      `<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000">` +
      `${block(words, (name) => `<b>${name}</b>`)
        .map((line) => line.replace(/<(?=[a-z]+@)/g, "&lt;"))
        .join(
          "<br>",
        )}</font><div>&nbsp;</div></div><div class="BodyFragment">${quotedHtml}</div></body></html>`,
  );
}

/** Outlook for Windows: nothing but a border marks the quote. */
export function outlookDesktop(words: ClientWords): Part {
  return html(
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><!--[if gte mso 9]><xml></xml><![endif]--><style>p.MsoNormal{margin:0cm}</style></head><body lang="EN-GB" link="#0563C1"><div class="WordSection1">` +
      `<p class="MsoNormal"><span style="font-size:11.0pt;mso-fareast-language:EN-US">${words.answer}<o:p></o:p></span></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">` +
      `<p class="MsoNormal">${block(words, (name) => `<b>${name}</b>`)
        .map((line) => line.replace(/<(?=[a-z]+@)/g, "&lt;"))
        .join("<br>")}<o:p></o:p></p></div></div>${quotedHtml}</div></body></html>`,
  );
}

/** Outlook for Windows in plain text. */
export function outlookPlain(words: ClientWords): Part {
  return text(
    `${words.answer}\n\n-----${words.original}-----\n${block(words, (name) => name).join("\n")}\n\n${quotedText}\n`,
    { encoding: "base64" },
  );
}

export function gmailForward(words: ClientWords, note: string): Part {
  const lines = [
    `---------- ${words.forwarded} ---------`,
    "From: Desk Help <help@desk.example>",
    "Date: Mon, Mar 2, 2026 at 10:15 AM",
    "Subject: Order 1042",
    "To: <olena@mail.example>",
  ];
  return alternative(
    `${note}\n\n${lines.join("\n")}\n\n\n${quotedText}\n`,
    `<div dir="ltr">${note}<br><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${lines.map(escaped).join("<br>")}<br></div><br><br>${quotedHtml}</div></div>`,
  );
}
