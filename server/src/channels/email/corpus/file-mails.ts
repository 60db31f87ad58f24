import {
  file,
  html,
  multipart,
  type Part,
  picture,
  pixel,
  type Sample,
  sample,
  text,
  word,
} from "./sample.ts";

const named = (name: string, part: Part, files: string[]) =>
  sample(`File name: ${name}`, {}, multipart("mixed", [text("See the file."), part]), {
    text: "See the file.",
    files,
  });
const pdf = "%PDF-1.4\n%%EOF\n";
const disposition = (value: string): Part => ({
  type: "application/pdf",
  content: pdf,
  encoding: "base64",
  headers: { "Content-Disposition": value },
});

export const fileMails: Sample[] = [
  sample(
    "Files without names get those of their types",
    {},
    multipart("mixed", [
      text("See below."),
      { type: "image/jpg", encoding: "base64", content: pixel },
      { type: "message/disposition-notification", content: "Disposition: manual-action; displayed\n" },
      { type: "application/pdf", encoding: "base64", content: "%PDF-1.4" },
    ]),
    {
      text: "See below.",
      files: [
        "file.jpg image/jpg",
        "read-receipt.txt message/disposition-notification",
        "file.pdf application/pdf",
      ],
    },
  ),
  named("plain", file("application/pdf", "invoice.pdf", pdf), ["invoice.pdf application/pdf"]),
  named("path of Unix", file("application/pdf", "../../etc/passwd", pdf), ["passwd application/pdf"]),
  named("path of Windows", file("application/pdf", "..\\\\..\\\\Windows\\\\system.ini", pdf), [
    "system.ini application/pdf",
  ]),
  named("turned direction", disposition("attachment; filename*=utf-8''photo%E2%80%AEgpj.exe"), [
    "photogpj.exe application/pdf",
  ]),
  named("null byte and line break", disposition("attachment; filename*=utf-8''a%00b%0D%0Ac.pdf"), [
    "abc.pdf application/pdf",
  ]),
  named(
    "RFC 2231 in one piece",
    disposition("attachment; filename*=utf-8''%D0%97%D0%B0%D0%BA%D0%B0%D0%B7.pdf"),
    ["Заказ.pdf application/pdf"],
  ),
  named(
    "RFC 2231 in pieces",
    disposition(
      "attachment;\r\n filename*0*=utf-8''%D0%97%D0%B0;\r\n filename*1*=%D0%BA%D0%B0%D0%B7;\r\n filename*2=.pdf",
    ),
    ["Заказ.pdf application/pdf"],
  ),
  named("RFC 2231 in koi8-r", disposition("attachment; filename*=koi8-r''%FA%C1%CB%C1%DA.pdf"), [
    "Заказ.pdf application/pdf",
  ]),
  named(
    "RFC 2047, as Outlook and Gmail write it",
    disposition('attachment; filename="=?utf-8?B?0JfQsNC60LDQty5wZGY=?="'),
    ["Заказ.pdf application/pdf"],
  ),
  named(
    "RFC 2047 in the type",
    {
      type: `application/pdf; name="${word("Заказ.pdf", "windows-1251", "B")}"`,
      content: pdf,
      encoding: "base64",
      headers: { "Content-Disposition": "attachment" },
    },
    ["Заказ.pdf application/pdf"],
  ),
  named(
    "in the type alone",
    { type: 'application/pdf; name="invoice.pdf"', content: pdf, encoding: "base64" },
    ["invoice.pdf application/pdf"],
  ),
  named(
    "none",
    {
      type: "image/jpeg",
      content: pixel,
      encoding: "base64",
      headers: { "Content-Disposition": "attachment" },
    },
    ["file.jpg image/jpeg"],
  ),
  named("only dots", file("application/pdf", "..", pdf), ["file application/pdf"]),
  named("very long", file("application/pdf", `${"a".repeat(400)}.pdf`, pdf), [
    `${"a".repeat(146)}.pdf application/pdf`,
  ]),
  named("with spaces, not quoted", disposition("attachment; filename=my invoice.pdf"), [
    "my invoice.pdf application/pdf",
  ]),
  named("type that is none", file("nonsense", "a.bin", "x"), ["a.bin application/octet-stream"]),
  named("type with a line break", file("text/html\r\n\t; x=1", "page.html", "<p>x</p>"), [
    "page.html text/html",
  ]),
  sample(
    "A text file that is not set apart stays a file",
    {},
    multipart("mixed", [
      text("See the log."),
      { type: 'text/plain; name="log.txt"', content: "E42\n", encoding: "base64" },
    ]),
    { text: "See the log.", files: ["log.txt text/plain"] },
  ),
  sample(
    "An HTML page as a file is no text of the mail",
    {},
    multipart("mixed", [text("See the page."), file("text/html", "page.html", "<script>alert(1)</script>")]),
    { text: "See the page.", files: ["page.html text/html"] },
  ),
  sample(
    "A ZIP within a ZIP stays a file",
    {},
    multipart("mixed", [
      text("Logs."),
      file("application/zip", "logs.zip", Buffer.from("504b0506000000000000000000000000000000000000", "hex")),
    ]),
    { text: "Logs.", files: ["logs.zip application/zip"] },
  ),
  sample("An empty file", {}, multipart("mixed", [text("Empty."), file("text/csv", "empty.csv", "")]), {
    text: "Empty.",
    files: ["empty.csv text/csv"],
  }),
  sample(
    "A mail that is only a picture",
    { Subject: "Photo" },
    {
      type: 'image/png; name="IMG_1.png"',
      encoding: "base64",
      content: pixel,
      headers: { "Content-Disposition": "attachment" },
    },
    { text: "", files: ["IMG_1.png image/png"] },
  ),
  sample(
    "Gmail: a picture within the text and a file",
    {},
    multipart("mixed", [
      multipart("related", [
        multipart("alternative", [
          text("Here: [image: crack.png]"),
          html('<div dir="ltr">Here: <img src="cid:ii_m1" alt="crack.png" width="400" height="300"></div>'),
        ]),
        picture("ii_m1", "crack.png"),
      ]),
      file("application/pdf", "invoice.pdf", pdf),
    ]),
    {
      text: "Here: [image: crack.png]",
      shown: "Here: crack.png",
      files: ["crack.png image/png inline", "invoice.pdf application/pdf"],
    },
  ),
  sample(
    "Apple Mail: pictures between paragraphs, without a text of their own",
    {},
    multipart("alternative", [
      text("Before\n\nAfter"),
      multipart("mixed", [
        html("<html><body>Before<div></div></body></html>"),
        {
          type: "image/jpeg; name=IMG_2.jpeg; x-apple-part-url=8A",
          encoding: "base64",
          content: pixel,
          headers: { "Content-Disposition": "inline; filename=IMG_2.jpeg" },
        },
        html("<html><body><div></div>After</body></html>"),
      ]),
    ]),
    { text: "Before\n\nAfter", shown: "Before\nAfter", files: ["IMG_2.jpeg image/jpeg"] },
  ),
  sample(
    "Outlook: a logo in the signature",
    {},
    multipart("related", [
      html(
        '<div class="WordSection1"><p>It is broken.</p><div id="Signature"><p>Olena</p><img src="cid:image001.png@01DA.4F00" width="120"></div></div>',
      ),
      picture("image001.png@01DA.4F00", "image001.png"),
    ]),
    { text: "It is broken.", rest: ["Olena"], files: ["image001.png image/png inline"] },
  ),
  sample(
    "A picture that no text refers to",
    {},
    multipart("related", [html("<p>It is broken.</p>"), picture("unused", "a.png")]),
    { text: "It is broken.", files: ["a.png image/png"] },
  ),
  sample(
    "iPhone: a PDF that it calls inline",
    {},
    multipart("mixed", [
      html("<p>The bill is attached.</p>"),
      file("application/pdf", "invoice.pdf", "%PDF-1.4", {
        headers: { "Content-Disposition": 'inline; filename="invoice.pdf"', "Content-ID": "<bill@phone>" },
      }),
    ]),
    { text: "The bill is attached.", files: ["invoice.pdf application/pdf"] },
  ),
  sample(
    "A contract beside the HTML, with an id that nothing shows",
    {},
    multipart("related", [
      html('<p>See cid:contract@x</p><!-- <img src="cid:contract@x"> --><a href="cid:contract@x">it</a>'),
      {
        type: 'application/pdf; name="contract.pdf"',
        content: "%PDF-1.4",
        headers: { "Content-ID": "<contract@x>" },
      },
    ]),
    { text: "See cid:contract@x\n\nit", files: ["contract.pdf application/pdf"] },
  ),
  sample(
    "A PDF that the HTML shows as if it were a picture",
    {},
    multipart("related", [
      html('<p>Here.</p><img src="cid:doc@x" width="300">'),
      { type: 'application/pdf; name="doc.pdf"', content: "%PDF-1.4", headers: { "Content-ID": "<doc@x>" } },
    ]),
    { text: "Here.", files: ["doc.pdf application/pdf"] },
  ),
  sample(
    "A picture within the text whose sender calls it a file",
    {},
    multipart("related", [
      html('<p>Here.</p><img src="cid:a%20b@x" width="300">'),
      {
        type: 'image/png; name="a.png"',
        encoding: "base64",
        content: pixel,
        headers: { "Content-ID": "<a b@x>", "Content-Disposition": 'attachment; filename="a.png"' },
      },
    ]),
    { text: "Here.", files: ["a.png image/png inline"] },
  ),
  sample(
    "Two files of one name",
    {},
    multipart("mixed", [text("Two."), file("text/csv", "a.csv", "1"), file("text/csv", "a.csv", "2")]),
    { text: "Two.", files: ["a.csv text/csv", "a.csv text/csv"] },
  ),
  sample(
    "winmail.dat of Outlook",
    {},
    multipart("mixed", [
      text("See the file."),
      file("application/ms-tnef", "winmail.dat", Buffer.from("789f3e22", "hex")),
    ]),
    { text: "See the file.", files: ["winmail.dat application/ms-tnef"] },
  ),
  sample(
    "A contact",
    {},
    multipart("mixed", [
      text("My card."),
      file("text/vcard", "olena.vcf", "BEGIN:VCARD\nVERSION:3.0\nFN:Olena Koval\nEND:VCARD\n"),
    ]),
    { text: "My card.", files: ["olena.vcf text/vcard"] },
  ),
];
