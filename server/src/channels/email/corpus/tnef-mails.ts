import { encode } from "./charsets.ts";
import { file, multipart, type Part, pixel, type Sample, sample, text } from "./sample.ts";
import { attribute, binary, compressedRtf, ids, plainRtf, properties, tnef, unicode } from "./tnef.ts";

const winmail = (content: Buffer, name = "winmail.dat"): Part => file("application/ms-tnef", name, content);
const pdf = Buffer.from("%PDF-1.4\n%%EOF\n");
const invoice = {
  title: encode("Счёт.pdf", "windows-1251"),
  content: pdf,
  properties: [unicode(ids.mediaType, "application/pdf")],
};
const named = (name: string) => ({
  properties: [unicode(ids.longName, name), unicode(ids.mediaType, "text/plain"), binary(ids.data, "words")],
});
const whole = tnef({
  properties: [unicode(ids.body, "Here it is.")],
  files: [invoice, named("ferry times.txt")],
});
const cutAt = whole.length - 150;

/** Outlook's winmail.dat, sent to addressees it takes for Outlook. */
export const tnefMails: Sample[] = [
  sample("winmail.dat alone: its text and files", {}, multipart("mixed", [winmail(whole)]), {
    text: "Here it is.",
    files: ["Счёт.pdf application/pdf", "ferry times.txt text/plain"],
  }),
  sample(
    "winmail.dat beside a text: its files",
    {},
    multipart("mixed", [text("See the files."), winmail(whole)]),
    { text: "See the files.", files: ["Счёт.pdf application/pdf", "ferry times.txt text/plain"] },
  ),
  sample(
    "winmail.dat with HTML and a picture within it",
    {},
    multipart("mixed", [
      winmail(
        tnef({
          codePage: 65_001,
          properties: [binary(ids.html, '<p>See <img src="cid:map@x">é</p>')],
          files: [
            {
              properties: [
                unicode(ids.longName, "map.png"),
                unicode(ids.mediaType, "image/png"),
                unicode(ids.cid, "map@x"),
                binary(ids.data, pixel),
              ],
            },
          ],
        }),
      ),
    ]),
    { text: "See é", files: ["map.png image/png inline"] },
  ),
  sample(
    "winmail.dat with a body of old",
    {},
    multipart("mixed", [winmail(tnef({ body: encode("Добрый день", "windows-1251") }), "noname.dat")]),
    { text: "Добрый день", files: [] },
  ),
  sample(
    "winmail.dat with compressed RTF alone",
    {},
    multipart("mixed", [
      winmail(tnef({ properties: [binary(ids.rtf, compressedRtf("\\pard Good morning}"))] })),
    ]),
    { text: "", files: ["message.rtf application/rtf"] },
  ),
  sample(
    "winmail.dat with RTF beside a text",
    {},
    multipart("mixed", [
      text("Good morning"),
      winmail(tnef({ properties: [binary(ids.rtf, plainRtf("{\\rtf1 Good morning}"))] })),
    ]),
    { text: "Good morning", files: [] },
  ),
  sample(
    "winmail.dat that ends in its second file",
    {},
    multipart("mixed", [winmail(whole.subarray(0, cutAt))]),
    {
      text: "Here it is.",
      files: ["Счёт.pdf application/pdf"],
    },
  ),
  sample(
    "winmail.dat with a path for a name",
    {},
    multipart("mixed", [text("x"), winmail(tnef({ files: [named("../../etc/passwd")] }))]),
    { text: "x", files: ["passwd text/plain"] },
  ),
  sample(
    "winmail.dat within winmail.dat is a file",
    {},
    multipart("mixed", [
      text("x"),
      winmail(
        tnef({ files: [{ properties: [unicode(ids.longName, "inner.dat"), binary(ids.data, whole)] }] }),
      ),
    ]),
    { text: "x", files: ["inner.dat application/octet-stream"] },
  ),
  sample(
    "winmail.dat with more files than are read",
    {},
    multipart("mixed", [
      text("x"),
      winmail(tnef({ files: Array.from({ length: 5_000 }, (_, n) => named(`${n}.txt`)) })),
    ]),
    {
      text: "x",
      files: Array.from({ length: 100 }, (_, n) => `${n}.txt text/plain`),
      problems: ["parts_cut"],
    },
  ),
  ...[
    ["lengths beyond its end", attribute(1, 0x00069003, Buffer.alloc(8), 0xffff_ffff)],
    ["four thousand million properties", attribute(1, 0x00069003, properties([], 0xffff_ffff))],
    [
      "RTF said to be of four gigabytes",
      attribute(1, 0x00069003, properties([binary(ids.rtf, Buffer.alloc(16, 0xff))])),
    ],
  ].map(([what, broken]) =>
    sample(
      `winmail.dat with ${what}`,
      {},
      multipart("mixed", [text("x"), winmail(Buffer.concat([tnef({}), broken as Buffer]))]),
      { text: "x", files: ["winmail.dat application/ms-tnef"] },
    ),
  ),
  sample(
    "winmail.dat that is something else",
    {},
    multipart("mixed", [text("x"), file("application/octet-stream", "winmail.dat", pdf)]),
    { text: "x", files: ["winmail.dat application/octet-stream"] },
  ),
];
