import { expect, test } from "vitest";
import { type Colour, colourOf, contrast } from "../../support/messages/mail-colours.ts";
import { framePage, type Theme } from "./frame-page.ts";
import { sanitiseMail } from "./parse/sanitise-mail.ts";

const themes: Theme[] = ["dark", "light"];
const bodyOf = (page: string) => /<body[^>]*>(.*)<\/body>/s.exec(page)?.[1] ?? "";
const shown = (html: string, theme: Theme) => bodyOf(framePage(html, theme));

function colourNamed(html: string, property: string): Colour {
  const value = new RegExp(`(?:^|[;"])${property}:([^;"]+)`).exec(html)?.[1];
  const colour = value === undefined ? null : colourOf(value);
  if (!colour) throw new Error(`No ${property} in ${html}`);
  return colour;
}

test("a mail without colours of its own follows the theme", () => {
  const html = `<p style="color:#000000;background-color:white;margin:0">Hello <b>you</b></p>`;
  for (const theme of themes) expect(shown(html, theme)).toBe(`<p style="margin:0">Hello <b>you</b></p>`);
  expect(framePage(html, "dark")).toContain("color-scheme:dark;--text:#e8eef4");
  expect(framePage(html, "light")).toContain("color-scheme:light;--text:#0e1720");
});

test.each([
  `<div style="background-color:#eef2f6">x</div><p style="color:#222">y</p>`,
  `<table bgcolor="#0b3d5c" style="color:#fff"><tbody></tbody></table>`,
])("in the light a mail with its own grounds keeps its colours on a white sheet: %s", (html) => {
  expect(shown(html, "light")).toBe(`<div class="sheet">${html}</div>`);
});

test("in the dark no ground of a newsletter stays light, and each ink can be read", () => {
  const page = shown(
    `<div style="background-color:#f4f4f7;color:#51545e">Read me<div style="background-color:#fff;color:#333">` +
      `<p>Inherited</p><a href="https://x.example" style="color:#0057b8">Link</a></div></div>`,
    "dark",
  );
  expect(page).not.toContain("sheet");
  const [outer, inner] = page.match(/<div[^>]*>/g) ?? [];
  for (const box of [outer ?? "", inner ?? ""])
    expect(contrast(colourNamed(box, "background-color"), [255, 255, 255])).toBeGreaterThan(12);
  const sheet = colourNamed(inner ?? "", "background-color");
  expect(sheet).not.toEqual(colourNamed(outer ?? "", "background-color"));
  expect(contrast(colourNamed(inner ?? "", "color"), sheet)).toBeGreaterThan(4.5);
  expect(contrast(colourNamed(/<a [^>]*>/.exec(page)?.[0] ?? "", "color"), sheet)).toBeGreaterThan(4.5);
});

test("a tint stays a tint in the dark", () => {
  const [red, , blue] = colourNamed(
    shown(`<p style="background-color:#fff3cd">Mind the gap</p>`, "dark"),
    "background-color",
  );
  expect(red).toBeGreaterThan(blue);
});

test.each([
  `<a href="https://x.example" style="background-color:#0088cc;color:#fff">Pay</a>`,
  `<table><tbody><tr><td bgcolor="#ffcc00" style="color:#111">Sale</td></tr></tbody></table>`,
  `<div style="background-color:#0b3d5c;color:#ffffff">Harbour Travel</div>`,
])("a coloured ground and the ink that belongs to it stay in both themes: %s", (html) => {
  expect(shown(html, "dark")).toBe(html);
  expect(shown(html, "light")).toBe(`<div class="sheet">${html}</div>`);
});

test("a text without an ink is written on a coloured ground in one that can be read", () => {
  for (const ground of ["#ffcc00", "#0b3d5c", "#7a1f1f"])
    for (const theme of themes) {
      const page = shown(`<div style="background-color:${ground}">Sale</div>`, theme);
      const ink = /[;"]color:/.test(page) ? colourNamed(page, "color") : themeInk[theme];
      expect(contrast(ink, colourNamed(page, "background-color"))).toBeGreaterThan(4.5);
    }
});

const themeInk: Record<Theme, Colour> = { dark: [232, 238, 244], light: [27, 31, 36] };

test("a button's colour is kept when its style is written as a shorthand", () => {
  const html = sanitiseMail(
    `<a href="https://x.example" style="background:#08c url(https://x.example/a.png) no-repeat;color:#fff">Pay</a>`,
  );
  expect(html).toContain("background-color:#08c;color:#fff");
  for (const theme of themes) expect(shown(html, theme)).toContain("background-color:#08c;color:#fff");
});

test("an ink whose ground was lost is moved until it can be read", () => {
  const white = `<a style="color:#fff">Pay</a>`;
  expect(contrast(colourNamed(shown(white, "light"), "color"), [255, 255, 255])).toBeGreaterThan(4.5);
  expect(shown(white, "dark")).toBe(white);
  const navy = `<div style="background-color:#111111"><span style="color:#0a0a2a">Night</span></div>`;
  for (const theme of themes)
    expect(contrast(colourNamed(shown(navy, theme), "color"), [17, 17, 17])).toBeGreaterThan(4.5);
});

test("a coloured word keeps its colour in the light and is lightened in the dark", () => {
  const html = `<span style="color:#1f497d">blue</span><font color="#c00000">red</font>`;
  expect(shown(html, "light")).toBe(html);
  const dark = shown(html, "dark");
  expect(dark).not.toMatch(/1f497d|c00000/);
  expect(dark).toMatch(/<span style="color:#[\da-f]{6}">blue<\/span><font color="#[\da-f]{6}">/);
});

test("a ground that can be seen through counts as what is seen", () => {
  const veil = `<div style="background-color:rgba(0, 0, 0, 0.04)">A quiet box</div>`;
  expect(shown(veil, "light")).not.toMatch(/[;"]color:/);
  expect(contrast(colourNamed(shown(veil, "dark"), "background-color"), [255, 255, 255])).toBeGreaterThan(12);
});

test("grey lines are the theme's in the dark, coloured ones stay", () => {
  const html = `<td style="background-color:#fff;border-top:1px solid #dddddd;border-left:4px solid #08c">x</td>`;
  expect(shown(html, "dark")).toContain("border-top:1px solid var(--line);border-left:4px solid #08c");
});

test("words that look like a style stay as they are", () => {
  const text = `<p>Write style="color:black" &lt;b&gt; &amp; bgcolor="white"</p>`;
  for (const theme of themes) expect(shown(text, theme)).toBe(text);
});
