/** The time to read a mail grows with its length, whatever its content. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { mailLimits } from "./limits.ts";
import { readMail } from "./read-mail.ts";

const small = 40_000;
const times = 8;
/** Linear work takes eight times as long, quadratic work 64 times. */
const mostTimes = 12;
/** Milliseconds below which the clock and the garbage collector dominate the measurement. */
const floor = 10;
/** Some readers stop at a limit that larger mails reach; those of `small` take some 20 milliseconds. */
const mostOfSmall = 1_000;

/** The parts of a mail: a start, a repeated piece, an end. */
type Shape = { header: string; start: string; pieces: string[]; end: string };

const lines = [
  ...[
    "\r\n",
    "\n",
    "\r",
    " \r\n",
    "\t",
    "\u00a0\r\n",
    "> \r\n",
    ">\r\n",
    ">>> ",
    "-- \r\n",
    "-- \r\nx",
    "--",
    "-- \r\nx\r\n",
  ],
  ...[
    "From: x\r\n",
    "From:\r\n\r\n",
    "*From:* x\r\n",
    "Sent: x\r\n",
    "To: a:a:a:",
    "To: a:a:a:\r\n",
    "Date: x\r\n",
  ],
  ...[
    "On 2 Mar 2026 a@b.example wrote:\r\n",
    "a@b.example 2026 wrote:\r\n\r\n",
    "2026 10:10 x:\r\n",
    "2026 10:10 <a@b.example\r\n>:\r\n",
  ],
  ...[
    "____________________\r\n",
    "--------\r\n",
    "==== x ",
    "-----Original Message",
    "-----\r\n",
    "## - x - ##\r\n",
    "Sent from my x\r\n",
  ],
  ...[
    "> a \r\n",
    "> a\r\nb\r\n",
    ">a \r\n>> b \r\n",
    "a \r\n",
    "word ",
    "550 5.1.1 ",
    "a@b.example:\r\n",
    "a@",
    "+AGE-",
    "\x1b$B",
    "\xe9",
    "=\r\n",
    "=0A",
    "YQ==\r\n",
    "=?utf-8?B?YQ==?= ",
  ],
];
const tags = [
  ...[
    "<br>",
    "<p>a</p>",
    "<p>",
    "<blockquote>a</blockquote>",
    "<blockquote>",
    "<td>a",
    "<li><p>a",
    "<ol><li>",
    "<a href='https://a.example/x'>x</a>",
    "<a href='https://a.example/x'>",
  ],
  ...[
    "<",
    "<!-- ",
    "<!---->",
    "-->",
    "&amp;",
    "a ",
    "a",
    "\n",
    "&nbsp;",
    "<pre>\n",
    "<b>",
    "</b>",
    "<math>",
    "<noscript><style>",
    "</math>",
    "<script>",
    "<svg>",
    "<title>",
  ],
  ...[
    '<div class="gmail_attr">x:</div>\n',
    '<div class="gmail_signature">x</div>',
    '<div class="gmail_quote">x',
    "<hr>",
    "<img src=cid:a>",
    "<p style='color:red'>",
    "On 2 Mar 2026 a@b.example wrote:<br>",
  ],
];
const values = [
  ...[
    "a:",
    "a@b.example, ",
    '"a" ',
    "<",
    "(",
    ")",
    '"',
    "\\",
    ";",
    ",",
    "<a@b.example> ",
    "=?utf-8?Q?a?= ",
    "=?utf-8?B?YQ==?= ",
    " ",
    "\t",
    "\r\n ",
    "a",
    "a=b; ",
    'a*0="b"; ',
    "spf=pass; ",
    "(x) ",
  ],
];
const headers =
  "To Cc From Reply-To Subject References Message-ID Content-Type Content-Disposition Content-Transfer-Encoding Authentication-Results Received Date X-Failed-Recipients List-Id Delivered-To".split(
    " ",
  );

const ofPieces = (pieces: string[]) => fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 });
const edge = fc.constantFrom("", "x", "Hello\r\n", "On 2 Mar 2026 a@b.example wrote:\r\n", "> x\r\n");

const textMail = fc.record({
  header: fc.constantFrom(
    ...["", "Content-Type: text/plain; format=flowed\r\n", "Content-Transfer-Encoding: quoted-printable\r\n"],
    ...[
      "Content-Transfer-Encoding: base64\r\n",
      "Return-Path: <>\r\n",
      "Content-Type: text/calendar\r\n",
      "Content-Type: text/plain; charset=utf-7\r\n",
    ],
    "Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n",
  ),
  start: edge.map((text) => `\r\n${text}`),
  pieces: ofPieces(lines),
  end: edge,
});
const htmlMail = fc.record({
  header: fc.constant("Content-Type: text/html\r\n"),
  start: fc
    .constantFrom(
      "",
      "Hello",
      "<a href='",
      "<p style='",
      "<p class='",
      "<p ",
      "<table>",
      "On 2 Mar 2026 a@b.example wrote:<br>",
    )
    .map((text) => `\r\n${text}`),
  pieces: ofPieces(tags),
  end: fc.constantFrom("", "x", "'>x", "</blockquote>x"),
});
const headerMail = fc.record({
  header: fc.constantFrom("", "Return-Path: <>\r\n", "Received: by a.example\r\n"),
  start: fc.constantFrom(...headers).map((name) => `${name}: `),
  pieces: ofPieces(values),
  end: fc.constantFrom("\r\n\r\nx", "x\r\n\r\nx", "\r\n\r\n--b\r\n"),
});
const partsMail = fc.record({
  header: fc
    .constantFrom("mixed", "alternative", "digest", "report", "related")
    .map((kind) => `Content-Type: multipart/${kind}; boundary=b\r\n`),
  start: fc.constant("\r\n"),
  pieces: ofPieces([
    "--b\r\n",
    "\r\n",
    "x",
    "--",
    "--b--\r\n",
    "--bx\r\n",
    "Content-Type: text/html\r\n",
    "Content-Type: text/plain; name=x\r\n",
    "Content-Type: multipart/mixed; boundary=b\r\n",
    "Content-Type: message/rfc822\r\n",
    "a: b\r\n",
  ]),
  end: fc.constant(""),
});

function mailOf({ header, start, pieces, end }: Shape, size: number): Buffer {
  const piece = pieces.join("");
  const body = piece.repeat(Math.ceil(size / piece.length));
  return Buffer.from(`Subject: s\r\n${header}${start}${body}${end}`, "latin1");
}

/** Milliseconds of this thread's processor time, which other load on the machine does not lengthen. */
async function costOf(shape: Shape, size: number): Promise<number> {
  const raw = mailOf(shape, size);
  const before = process.threadCpuUsage();
  await readMail(raw, mailLimits).catch(() => null);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** A second reading counts where the first was dear: the compiler and the garbage collector take their time by chance. */
async function expectCost(shape: Shape, size: number, most: number): Promise<void> {
  if ((await costOf(shape, size)) < most) return;
  expect(await costOf(shape, size)).toBeLessThan(most);
}

async function expectGrowth(shape: Shape): Promise<void> {
  const first = Math.max(floor, await costOf(shape, small));
  expect(first).toBeLessThan(mostOfSmall);
  await expectCost(shape, times * small, mostTimes * first);
}

const megabyte = 2 ** 20;

/**
 * The pieces are compared with the mail that `expectGrowth` reads last, so that both are beyond the limits of a
 * small one.
 */
async function expectMegabyte(shape: Shape): Promise<void> {
  const before = Math.max(floor, await costOf(shape, times * small));
  const longer = megabyte / (times * small);
  await expectCost(shape, megabyte, (mostTimes / times) * longer * before);
}

const inBody = (start: string, piece: string, end = ""): Shape => ({
  header: "",
  start: `\r\n${start}`,
  pieces: [piece],
  end,
});
const inHtml = (start: string, piece: string, end = ""): Shape => ({
  ...inBody(start, piece, end),
  header: "Content-Type: text/html\r\n",
});
const inHeader = (name: string, piece: string): Shape => ({
  header: "",
  start: `${name}: `,
  pieces: [piece],
  end: "\r\n\r\nx",
});

test.each<[string, Shape]>([
  ["empty lines", inBody("", "\r\n")],
  ["empty lines between two others", inBody("x", "\r\n", "x")],
  ["empty quoted lines", inBody("", ">\r\n")],
  ["delimiters of signatures", inBody("", "-- \r\nx")],
  ["fields of a quoted header", inBody("", "To: a:a:a:")],
  ["first fields of a quoted header", inBody("", "From:\r\n\r\n")],
  ["empty lines in a report", { ...inBody("x", "\r\n", "x"), header: "Return-Path: <>\r\n" }],
  [
    "signs of addresses in a report",
    {
      ...inBody("could not be delivered\r\n", "a@", ","),
      header: "Return-Path: <>\r\n",
    },
  ],
  ["recipients in groups", inHeader("To", "a:a:a:")],
  ["senders in groups", inHeader("From", "a:")],
  ["parameters of a content type", inHeader("Content-Type", 'text/plain; a*1="b"; ')],
  ["links in one line", inHtml("", "<a href='https://a.example/x'>y</a>")],
  ["lines below a heading", inHtml("Hi<br>On 2 Mar 2026 a@b.example wrote:<br>", "x<br>")],
  ["headings of quotes", inHtml("", '<div class="gmail_attr">x:</div>\n')],
  ["comments in an address", inHtml(`<a href='${"a".repeat(10_000)}`, "<!---->a", "'>x")],
  [
    "parts",
    {
      header: "Content-Type: multipart/mixed; boundary=b\r\n",
      start: "\r\n",
      pieces: ["--b\r\n\r\n"],
      end: "",
    },
  ],
])("a mail of %s is read in linear time", (_, shape) => expectGrowth(shape));

test("a mail of a megabyte, with every kind of line, is read in linear time", () =>
  expectMegabyte({ header: "", start: "\r\n", pieces: lines, end: "" }));

test("a mail of any pieces is read in linear time", async () => {
  const any = fc.oneof(textMail, htmlMail, headerMail, partsMail);
  await fc.assert(fc.asyncProperty(any, expectGrowth), { numRuns: 20 });
}, 120_000);
