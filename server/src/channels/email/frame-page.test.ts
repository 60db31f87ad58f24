import { expect, test } from "vitest";
import { framePage } from "./frame-page.ts";

const bodyOf = (page: string) => /<body[^>]*>.*<\/body>/s.exec(page)?.[0] ?? "";

test("a mail without colours of its own follows the theme", () => {
  const html = `<p style="color:#000000;background-color:white;margin:0">Hello <b>you</b></p>`;
  for (const theme of ["dark", "light"] as const)
    expect(bodyOf(framePage(html, theme))).toBe(
      `<body data-mail><p style="margin:0">Hello <b>you</b></p></body>`,
    );
  expect(framePage(html, "dark")).toContain("color-scheme:dark;--text:#e8eef4");
  expect(framePage(html, "light")).toContain("color-scheme:light;--text:#0e1720");
});

test.each([
  `<div style="background-color:#eef2f6">x</div>`,
  `<table bgcolor="#0b3d5c"><tbody></tbody></table>`,
])("a mail with its own background keeps its colours on a light sheet: %s", (html) => {
  for (const theme of ["dark", "light"] as const)
    expect(bodyOf(framePage(`${html}<p style="color:#111">y</p>`, theme))).toBe(
      `<body data-mail><div class="sheet">${html}<p style="color:#111">y</p></div></body>`,
    );
});

test("a coloured word keeps its colour in the light and is lightened in the dark", () => {
  const html = `<span style="color:#1f497d">blue</span><font color="#c00000">red</font>`;
  expect(bodyOf(framePage(html, "light"))).toContain(html);
  const dark = bodyOf(framePage(html, "dark"));
  expect(dark).not.toMatch(/1f497d|c00000/);
  expect(dark).toMatch(/<span style="color:rgb\(\d+,\d+,\d+\)">blue<\/span><font color="rgb\(/);
});

test("words that look like a style stay as they are", () => {
  const text = `<p>Write style="color:black" &lt;b&gt; &amp; bgcolor="white"</p>`;
  expect(bodyOf(framePage(text, "dark"))).toContain(text);
});
