import { expect, test } from "vitest";
import { isLaidOut } from "./mail-layout.ts";

test.each([
  ["Gmail's plain text", `<div dir="ltr">Hello,<br><br>two seats, please.</div>`],
  [
    "Outlook's plain text",
    `<div style="font-family:Calibri,sans-serif;font-size:11pt;color:rgb(0, 0, 0)" class="x">Hello</div><p style="margin:0cm">you</p>`,
  ],
  ["white behind black", `<p style="background-color:#ffffff;color:#222222">Hello</p>`],
  [
    "an address that is a link",
    `<p>See <a href="https://aas.example/" target="_blank">https://aas.example</a></p>`,
  ],
  ["a mail address", `<a href="mailto:henrik@aas.example">henrik@aas.example</a>`],
  ["words that look like a tag", `<p>&lt;b&gt;bold&lt;/b&gt; style="color:red"</p>`],
  ["no border", `<div style="border:none;font-weight:normal">Hello</div>`],
])("%s does not count as formatting", (_what, html) => expect(isLaidOut(html)).toBe(false));

test.each([
  ["bold", "<p>Hello <b>you</b></p>"],
  ["a list", "<ul><li>Hotel Sol</li></ul>"],
  ["a table", "<table><tbody><tr><td>1</td></tr></tbody></table>"],
  ["a picture of the internet", `<p>Look</p><img data-remote-src="https://pics.example/map.png">`],
  ["a link with words of its own", `<a href="https://aas.example/offer">our offer</a>`],
  ["a link that shows another address", `<a href="https://evil.example">https://bank.example</a>`],
  ["red", `<span style="color:#c00">now</span>`],
  ["a named colour", `<font color="red">now</font>`],
  ["a ground", `<div style="background-color:#f4f4f4">Hello</div>`],
  ["bold by style", `<span style="font-size:11pt;font-weight:700">Hello</span>`],
  ["centred text", `<p align="center">Hello</p>`],
])("%s counts as formatting", (_what, html) => expect(isLaidOut(html)).toBe(true));
