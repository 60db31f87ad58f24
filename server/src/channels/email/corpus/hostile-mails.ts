/** Hostile HTML and structures. */
import { html, multipart, olena, rawSample, type Sample, sample, text } from "./sample.ts";

const shown = (name: string, markup: string, body: string) =>
  sample(`Hostile HTML: ${name}`, {}, html(markup), { text: body });
const from = `From: ${olena.name} <${olena.address}>\n`;

export const hostileMails: Sample[] = [
  shown("a script", "<p>Hi</p><script>alert(1)</script><script src=//x.example></script>", "Hi"),
  shown(
    "a script within a broken tag",
    "<p>Hi</p><scr<script>ipt>alert(1)</scr</script>ipt>",
    "Hi\n\nipt>alert(1)ipt>",
  ),
  shown(
    "handlers",
    '<p onclick="a()" ONMOUSEOVER=a()>Hi <b onfocus=a() autofocus tabindex=0>there</b></p>',
    "Hi there",
  ),
  shown(
    "addresses that run",
    '<a href="javascript:a()">a</a> <a href=" java\nscript:a()">b</a> <a href="data:text/html,x">c</a> <a href="vbscript:a">d</a>',
    "a b c d",
  ),
  shown(
    "a form",
    '<form action="https://x.example"><input name="password" value="x"><textarea>t</textarea><button>Send</button></form>Hi',
    "SendHi",
  ),
  shown(
    "frames and objects",
    '<iframe src="https://x.example">f</iframe><object data="x">o</object><embed src="x">Hi',
    "Hi",
  ),
  shown(
    "SVG and MathML",
    "<svg><script>a()</script><a xlink:href='javascript:a()'>s</a></svg><math><mtext>m</mtext></math>Hi",
    "Hi",
  ),
  shown(
    "a base and a refresh",
    '<head><base href="https://x.example/"><meta http-equiv="refresh" content="0;url=https://x.example"></head><p>Hi</p>',
    "Hi",
  ),
  shown(
    "style that fetches",
    '<p style="background:url(https://x.example/a)">Hi</p><div style="list-style:url(x)">there</div>',
    "Hi\n\nthere",
  ),
  shown(
    "style that covers the page",
    '<div style="position:fixed;top:0;left:0;width:9999px;height:9999px;z-index:9">Hi</div>',
    "Hi",
  ),
  shown("style with escapes", '<p style="wid\\74h:expression(a());background:\\75\\72\\6c(x)">Hi</p>', "Hi"),
  shown(
    "comments of Internet Explorer",
    "<!--[if IE]><script>a()</script><![endif]--><p>Hi</p><![if !IE]><b>there</b><![endif]>",
    "Hi\n\nthere",
  ),
  shown("a comment that does not end", "<p>Hi</p><!-- <script>a()", "Hi"),
  shown("a tag that does not end", '<p>Hi</p><img src="x" onerror="a()', "Hi"),
  shown("attributes without spaces", '<img/src="x"/onerror=a()><p>Hi</p>', "Hi"),
  shown("null bytes", "<scr\0ipt>a()</scr\0ipt><p>Hi</p>", "a()\n\nHi"),
  shown(
    "our own attribute forged",
    '<p data-part="below">Hi</p><p data-remote-src="https://x.example/a">there</p>',
    "Hi\n\nthere",
  ),
  shown(
    "pictures of one pixel",
    '<p>Hi</p><img src="https://x.example/o.gif" height="1" width="1"><img src="//x.example/p" style="width:1px;height:1px"><img src="http://x.example/q" style="display:none">',
    "Hi",
  ),
  shown(
    "a picture with several sources",
    '<p>Hi</p><img srcset="https://x.example/a 2x" src="" lowsrc="https://x.example/b" dynsrc="x"><picture><source srcset="https://x.example/c"></picture><video poster="https://x.example/d" src="x"></video>',
    "Hi",
  ),
  shown(
    "entities",
    "<p>1 &lt;script&gt; 2 &amp;lt; &#x3c;b&#62; &notanentity;</p>",
    "1 <script> 2 &lt; <b> ¬anentity;",
  ),
  shown(
    "a link whose text is another address",
    '<a href="https://x.example/login">https://bank.example</a>',
    "https://bank.example <https://x.example/login>",
  ),
  shown("a thousand open elements", `${"<div>".repeat(1_000)}Hi${"</div>".repeat(1_000)}`, "Hi"),
  shown("tables within tables", `${"<table><tr><td>".repeat(60)}Hi`, "Hi"),
  shown(
    "classes of quotes around everything",
    '<div class="gmail_quote"><blockquote class="gmail_quote" type="cite">Hi</blockquote></div>',
    "> Hi",
  ),
  ...["math", "noscript", "svg"].map((name) =>
    shown(
      `an unclosed style in ${name}`,
      `<p>Hi</p><${name}><style>a{color:red}</${name}><p>there</p>`,
      "Hi\n\nthere",
    ),
  ),
  ...["style", "title", "textarea", "svg", "math", "object", "iframe", "noscript"].map((name) =>
    shown(`${name} that does not end`, `<p>Hi</p><${name}><p>there</p>`, "Hi\n\nthere"),
  ),
  shown(
    "a style that another one ends",
    "<p>Hi</p><noscript><style>a{}</noscript><p>there</p><style>b{}</style><p>x</p>",
    "Hi\n\nthere\n\nx",
  ),
  shown("nothing to see", "<html><body><div><br></div></body></html>", ""),
  sample("Hostile subject", { Subject: "=?utf-8?Q?a=0D=0ABcc:_b=40b.example=00?=" }, "x", {
    subject: "a Bcc: b@b.example",
    text: "x",
  }),
  sample(
    "Quoted-printable that is none",
    {},
    {
      type: "text/plain",
      charset: "utf-8",
      headers: { "Content-Transfer-Encoding": "quoted-printable" },
      content: "50 = half =ZZ =\n",
    },
    { text: "50 = half =ZZ" },
  ),
  sample(
    "Base64 that is none",
    {},
    {
      type: "text/plain",
      charset: "utf-8",
      headers: { "Content-Transfer-Encoding": "base64" },
      content: "SGVs!!bG8=\n",
    },
    { text: "Hello" },
  ),
  sample(
    "A part without an end",
    {},
    {
      type: 'multipart/mixed; boundary="b"',
      content: "--b\r\nContent-Type: text/plain\r\n\r\nIt is broken.",
    },
    { text: "It is broken." },
  ),
  sample(
    "A boundary that never comes",
    {},
    { type: 'multipart/mixed; boundary="b"', content: "It is broken." },
    { text: "" },
  ),
  sample(
    "A boundary of nothing",
    {},
    { type: 'multipart/mixed; boundary=""', content: "--\r\n\r\nIt is broken." },
    { text: "" },
  ),
  sample(
    "Parts whose boundary is a part of another",
    {},
    {
      type: "multipart/mixed; boundary=b",
      content:
        "--b\r\nContent-Type: multipart/alternative; boundary=bb\r\n\r\n--bb\r\nContent-Type: text/plain\r\n\r\nInner\r\n--bb--\r\n--b--\r\n",
    },
    { text: "Inner" },
  ),
  sample(
    "A type of its own grammar",
    {},
    text("It is broken.", { type: 'text/plain; charset="utf-8"; ; =x; format', charset: undefined }),
    { text: "It is broken." },
  ),
  sample("Sixty-four levels of parts", {}, levels(64), {
    text: "",
    files: ["message.eml message/rfc822"],
    problems: ["unreadable"],
  }),
  sample("Ten levels of parts", {}, levels(10), { text: "Innermost" }),
  rawSample("An empty mail", "", { text: "", subject: "", from: null }),
  rawSample("A mail of one line break", "\r\n", { text: "", from: null }),
  rawSample("A header and nothing else", `${from}Subject: Hi\n`, { text: "", subject: "Hi" }),
  rawSample("A mail without a header", "\nJust this line.\n", { text: "Just this line.", from: null }),
  rawSample("Lines that end in LF alone", Buffer.from(`${from}Subject: Hi\n\nFirst\nSecond\n`), {
    text: "First\nSecond",
    subject: "Hi",
  }),
  rawSample("A header line without a colon", `${from}nonsense\nSubject: Hi\n\nText`, {
    text: "Text",
    subject: "Hi",
  }),
  rawSample(
    "A line of mbox before the header",
    `From olena@mail.example Mon Mar  2 10:20:00 2026\n${from}Subject: Hi\n\nText`,
    { text: "Text", subject: "Hi" },
  ),
  rawSample("Two subjects: the first counts", `${from}Subject: One\nSubject: Two\n\nText`, {
    text: "Text",
    subject: "One",
  }),
  rawSample(
    "Bytes that are no mail",
    Buffer.from(Array.from({ length: 600 }, (_, index) => (index * 7919) % 256)),
    { text: "", from: null, subject: "" },
  ),
  sample(
    "Ten thousand recipients",
    { To: Array.from({ length: 10_000 }, (_, index) => `p${index}@many.example`).join(",\r\n ") },
    "x",
    { text: "x", problems: ["headers_cut", "recipients_cut"] },
  ),
  sample("A header of a megabyte", { "X-Long": "a ".repeat(500_000) }, "x", {
    text: "x",
    problems: ["headers_cut"],
  }),
  sample(
    "Five thousand headers",
    Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`X-${index}`, "1"])),
    "x",
    { text: "x", problems: ["headers_cut"] },
  ),
  sample(
    "A thousand files",
    {},
    multipart("mixed", [
      text("x"),
      ...Array.from({ length: 1_000 }, (_, index) => ({
        type: "application/octet-stream",
        content: "x",
        headers: { "Content-Disposition": `attachment; filename=${index}` },
      })),
    ]),
    {
      text: "x",
      files: Array.from({ length: 100 }, (_, index) => `${index} application/octet-stream`),
      problems: ["parts_cut"],
    },
  ),
  sample("A text of three megabytes", {}, "word ".repeat(600_000), {
    text: "word ".repeat(200_000).trim(),
    problems: ["text_cut"],
  }),
  sample(
    "A thousand References",
    { References: Array.from({ length: 1_000 }, (_, index) => `<${index}@mail.example>`).join("\r\n ") },
    "x",
    { text: "x", problems: ["headers_cut"] },
  ),
  sample("A forged reference to nothing", { "In-Reply-To": "<>", References: "<> < > no-brackets" }, "x", {
    text: "x",
  }),
];

function levels(depth: number) {
  let part = text("Innermost");
  for (let level = 0; level < depth; level++) part = multipart("mixed", [part], "", `level${level}`);
  return part;
}
