import fc from "fast-check";
import { parseDocument } from "htmlparser2";
import { expect, test } from "vitest";
import { corpus } from "../corpus/corpus.ts";
import { parseMail } from "../corpus/parse.ts";
import { sanitiseMail } from "./sanitise-mail.ts";

const pieces = [
  "<script>a()</script>",
  "<scr",
  "ipt>",
  "<p ",
  ">",
  "</p>",
  "<img src=",
  "'https://x.example/a'",
  '"cid:1"',
  "javascript:a()",
  " onerror=a() ",
  "<svg onload=a()>",
  "<style>",
  "</style>",
  "@import url(//x)",
  '<div style="',
  "position:fixed;",
  "background:url(https://x)",
  '"',
  "'",
  "`",
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "&lt;",
  "&#x3c;script&#62;",
  "<a href=",
  "\0",
  "<iframe srcdoc='<script>'",
  "<math><mtext>",
  "<table><tr><td>",
  "<noscript>",
  "<title>",
  "</title>",
  "<textarea>",
  "<base href=//x>",
  "<link rel=stylesheet href=//x>",
  "<meta http-equiv=refresh content=0>",
  "text",
  "<form action=//x>",
  "<input autofocus onfocus=a()>",
  " srcset='//x 2x'",
  " background=//x",
  "\u2028",
  "<blockquote type=cite>",
  "</",
  "<x_",
];

const allowed = new Set(
  "a abbr address article b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr".split(
    " ",
  ),
);

type Node = ReturnType<typeof parseDocument>["children"][number];

/** Parses the HTML for everything that could run, fetch or cover. */
function dangers(nodes: Node[]): string[] {
  return nodes.flatMap((node) => {
    if (node.type === "text") return [];
    if (!("attribs" in node)) return [node.type];
    const found = allowed.has(node.name) ? [] : [`<${node.name}>`];
    for (const [name, value] of Object.entries(node.attribs)) {
      if (
        /^on/i.test(name) ||
        ["srcset", "background", "poster", "action", "id", "class", "srcdoc"].includes(name)
      )
        found.push(name);
      if (name === "style" && /url|expression|@|\\|position|behavior|import/i.test(value))
        found.push(`style ${value}`);
      if (name === "src" && !/^(cid:|data:image\/(png|gif|jpeg|webp);base64,)/i.test(value))
        found.push(`src ${value}`);
      if (
        name === "href" &&
        !/^(https?:|mailto:|tel:)/i.test(value) &&
        /^[\s\0]*[a-z][a-z0-9+.-]*:/i.test(value)
      )
        found.push(`href ${value}`);
    }
    return [...found, ...dangers(node.children)];
  });
}

test("the search for dangers finds each of them", () => {
  expect(
    dangers(
      parseDocument('<p onclick="a()"><script></script><img src="https://x"><b style="background:url(x)">')
        .children,
    ),
  ).toEqual(["onclick", "<script>", "src https://x", "style background:url(x)"]);
});

test("nothing that runs, fetches or covers survives, however it is combined", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 })), { maxLength: 30 }),
      (given) => {
        expect(dangers(parseDocument(sanitiseMail(given.join(""))).children)).toEqual([]);
      },
    ),
    { numRuns: 1_000 },
  );
});

test.each(corpus.filter(({ raw }) => raw.length < 20_000 && raw.includes("text/html")))(
  "$name is safe, and once is enough",
  async ({ raw }) => {
    const { html, shownHtml } = await parseMail(raw);
    for (const clean of [html ?? "", shownHtml ?? ""]) {
      expect(dangers(parseDocument(clean).children)).toEqual([]);
      expect(sanitiseMail(clean)).toBe(clean);
    }
  },
);
