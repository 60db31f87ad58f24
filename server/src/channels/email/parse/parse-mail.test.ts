import { expect, test } from "vitest";
import { parseMail } from "../corpus/parse.ts";
import { sanitiseMail } from "./sanitise-mail.ts";
import { textOf } from "./text-of.ts";

const mail = (...lines: string[]) => Buffer.from(lines.join("\r\n"));

test("addresses, ids, subject, date and text are read", async () => {
  const parsed = await parseMail(
    mail(
      "Delivered-To: Help@Desk.example",
      "From: =?utf-8?Q?Olena_Kov=C3=A1l?= <olena@mail.example>",
      "To: Desk <help@desk.example>, Team: ann@a.example, bo@b.example;",
      "Cc: ann@a.example, HELP@desk.example",
      "Message-ID: <a1@mail.example>",
      "In-Reply-To: <>",
      "References: <a0@mail.example> <a0@mail.example>",
      "\t<b0@desk.example>",
      "Subject: =?koi8-r?B?8NLJ18XU?= order",
      "Date: Mon, 2 Mar 2026 10:00:00 +0200",
      "",
      "Hello,",
      "where is it?",
    ),
  );
  expect(parsed).toMatchObject({
    messageId: "<a1@mail.example>",
    inReplyTo: [],
    references: ["<a0@mail.example>", "<b0@desk.example>"],
    from: { name: "Olena Kovál", address: "olena@mail.example" },
    to: [
      { name: "Desk", address: "help@desk.example" },
      { name: null, address: "ann@a.example" },
      { name: null, address: "bo@b.example" },
    ],
    deliveredTo: ["help@desk.example"],
    subject: "Привет order",
    text: "Hello,\nwhere is it?",
    html: null,
    automatic: null,
    problems: [],
  });
  expect(parsed.sentOn?.toISOString()).toBe("2026-03-02T08:00:00.000Z");
});

test("HTML is sanitised, its pictures keep their cid, and the text is derived from it", async () => {
  const parsed = await parseMail(
    mail(
      "From: a@b.example",
      'Content-Type: multipart/related; boundary="x"',
      "",
      "--x",
      "Content-Type: text/html; charset=utf-8",
      "",
      '<p onclick="go()">Hi <b>there</b><img src="cid:p1"><img src="https://a.example/p.png" width="300"></p><script>x</script>',
      "--x",
      'Content-Type: image/png; name="../../p.png"',
      "Content-ID: <p1>",
      "Content-Disposition: inline",
      "Content-Transfer-Encoding: base64",
      "",
      "iVBORw0KGgo=",
      "--x--",
    ),
  );
  expect(parsed.html).toBe(
    '<p>Hi <b>there</b><img src="cid:p1"><img width="300" data-remote-src="https://a.example/p.png"></p>',
  );
  expect(parsed.text).toBe("Hi there");
  expect(parsed.attachments).toEqual([
    { name: "p.png", mediaType: "image/png", content: expect.any(Uint8Array), cid: "p1", inline: true },
  ]);
});

test("a mail too deep to read is its own attachment, and its header is read", async () => {
  const parts = Array.from({ length: 64 }, (_, depth) => [
    `Content-Type: multipart/mixed; boundary="b${depth}"`,
    "",
    `--b${depth}`,
  ]);
  const raw = mail("From: a@b.example", "Subject: Deep", ...parts.flat(), "", "text");
  const parsed = await parseMail(raw);
  expect(parsed).toMatchObject({
    subject: "Deep",
    from: { address: "a@b.example" },
    text: "",
    problems: ["unreadable"],
  });
  expect(parsed.attachments).toMatchObject([{ name: "message.eml", mediaType: "message/rfc822" }]);
  expect(Buffer.from(parsed.attachments[0]?.content ?? []).equals(raw)).toBe(true);
});

test("only the header is read of a mail above the limit", async () => {
  const raw = mail(
    "From: a@b.example",
    "Subject: Big",
    "Content-Type: multipart/mixed; boundary=x",
    "",
    "--x",
    "",
    "a".repeat(2_000),
  );
  const parsed = await parseMail(raw, { bytes: 1_000 });
  expect(parsed).toMatchObject({ subject: "Big", text: "", attachments: [], problems: ["too_large"] });
});

test("the start of a header of a megabyte is kept, and the text is read", async () => {
  const long = `X-Long: ${"a ".repeat(500_000)}`;
  const parsed = await parseMail(mail("From: a@b.example", long, "Subject: s", "", "text"));
  expect(parsed).toMatchObject({ subject: "s", text: "text", problems: ["headers_cut"] });
  expect(parsed.headers[1]?.value.length).toBeLessThanOrEqual(8_000);
});

test("a header beyond its limit makes the mail an attachment", async () => {
  const long = `X-Long: ${"a ".repeat(2_000_000)}`;
  const parsed = await parseMail(mail("From: a@b.example", long, "Subject: s", "", "text"));
  expect(parsed).toMatchObject({ from: { address: "a@b.example" }, text: "", problems: ["unreadable"] });
});

test.each([
  ["Auto-Submitted: auto-replied (vacation)", "replied"],
  ["Auto-Submitted: no", null],
  ["Auto-Submitted: auto-generated", "generated"],
  ["Precedence: bulk", "bulk"],
  ["List-Id: <news.shop.example>", "list"],
  ["X-Auto-Response-Suppress: DR, OOF", "generated"],
  ["Return-Path: <>", "generated"],
  ["Content-Type: multipart/report; report-type=delivery-status; boundary=x", "report"],
])("the date %s is read as %s", async (header, automatic) => {
  expect((await parseMail(mail("From: ann@a.example", header, "", "text"))).automatic).toBe(automatic);
});

test.each([
  ["<a href='javascript:go()'>x</a>", '<a target="_blank" rel="noopener noreferrer nofollow">x</a>'],
  [
    "<a href='https://a.example'>x</a>",
    '<a href="https://a.example" target="_blank" rel="noopener noreferrer nofollow">x</a>',
  ],
  [
    "<p style='color:red;background:url(https://a.example);position:fixed'>x</p>",
    '<p style="color:red">x</p>',
  ],
  ["<p style='color:\\75rl(x)'>x</p>", "<p>x</p>"],
  ["<img src='https://a.example/open.gif' width=1 height=1>", ""],
  ["<img src=x onerror=go()>", ""],
  ["<style>p{}</style><form><input name=a>x</form>", "x"],
  ["<iframe src='https://a.example'></iframe><svg><a>y</a></svg>z", "z"],
])("the HTML %s becomes %s", (html, clean) => {
  expect(sanitiseMail(html)).toBe(clean);
});

test.each([
  ["<ul><li><p>Hotel Sol</p></li><li><p>Hotel Luna</p></li></ul>", "• Hotel Sol\n• Hotel Luna"],
  [
    "<p>Two:</p><ul><li><p>Hotel <strong>Sol</strong>, <a href='https://sol.example'>here</a></p><p>by the sea</p></li><li><p></p></li></ul><p>Bye</p>",
    "Two:\n\n• Hotel Sol, here <https://sol.example>\n  by the sea\n\nBye",
  ],
  ["<ol><li><p>One</p></li><li>Two<br>and more</li></ol>", "1. One\n2. Two\n  and more"],
  ["<ol start='4'><li>Four</li><li value='9'>Nine</li><li>Ten</li></ol>", "4. Four\n9. Nine\n10. Ten"],
  [
    "<ul><li><p>A</p><ol><li><p>B</p></li><li><p>C</p><ul><li>D</li></ul></li></ol></li><li><p>E</p></li></ul>",
    "• A\n  1. B\n  2. C\n    • D\n• E",
  ],
  ["<ul><li>A</li><ul><li>B</li></ul><li>C</li></ul>", "• A\n  • B\n• C"],
  ["<li>alone", "• alone"],
  ["<ul><li><blockquote>said</blockquote></li><li>so</li></ul>", "> • said\n• so"],
  ["<ul>\n<li> \n<p>\nspaces\n</p>\n</li>\n</ul>", "• spaces"],
])("text of the list %s keeps its items on separate lines", (html, text) => {
  expect(textOf(html)).toBe(text);
});

test("text of HTML keeps its paragraphs, lists, quotes and addresses", () => {
  const html =
    '<div>Hi</div><div><br></div><p>One&nbsp;two<br>three</p><ul><li>a</li><li>b</li></ul><blockquote>said<p>more</p></blockquote><a href="https://a.example/x">here</a>';
  expect(textOf(html)).toBe(
    "Hi\n\nOne two\nthree\n\n• a\n• b\n\n> said\n>\n> more\n\nhere <https://a.example/x>",
  );
});
