/**
 * The layout of every mail: a table, inline styles, no picture, no script, nothing loaded. It declares colours for dark
 * mode; mail clients that invert colours themselves find plain ones.
 */
import type { Page } from "./texts/content.ts";

export function renderPage(page: Page): { text: string; html: string } {
  return { text: plain(page), html: markup(page) };
}

function plain({ hello, lead, lines = [], code, codeNote, link, note, settings, footer }: Page): string {
  const listed = lines.map(({ text, said, url }) => [text, said, url].filter(Boolean).join("\n"));
  const named = settings && `${settings.text}:\n${settings.url}`;
  const parts = [
    hello,
    lead,
    ...listed,
    code && `    ${code}`,
    codeNote,
    link && `${link.text}:\n${link.url}`,
    note,
    named,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n\n-- \n${footer}\n`;
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif";

const dark = `
  body, .page { background: #0b0f14 !important; }
  .card { background: #10161d !important; border-color: #2a333d !important; }
  .text, .title { color: #e8eef4 !important; }
  .quiet { color: #a3b1bf !important; }
  .code { background: #1d2732 !important; color: #5cf6fc !important; }`;

function markup(page: Page): string {
  const { lang, title, hello, lead, lines = [], code, codeNote, link, note, settings, footer } = page;
  const line = (text: string) =>
    `<p class="text" style="margin:0 0 16px;color:#0e1720;overflow-wrap:anywhere">${escapeHtml(text)}</p>`;
  const quiet = (text: string) =>
    `<p class="quiet" style="margin:0 0 16px;font-size:13px;color:#46576a">${escapeHtml(text)}</p>`;
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>@media (prefers-color-scheme: dark) {${dark}
}</style>
</head>
<body style="margin:0;background:#f3f6f8;${font};font-size:15px;line-height:1.5">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f6f8">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="480" cellpadding="0" cellspacing="0" style="width:100%;max-width:480px;background:#ffffff;border:1px solid #dde4ea;border-radius:16px">
<tr><td style="padding:32px">
<h1 class="title" style="margin:0 0 20px;font-size:20px;line-height:1.3;color:#0e1720">${escapeHtml(title)}</h1>
${line(hello)}
${line(lead)}
${lines.map(listed).join("\n")}
${code === null ? "" : codeBox(code)}
${codeNote === null ? "" : quiet(codeNote)}
${link === null ? "" : button(link)}
${quiet(note)}
${settings ? plainLink(settings) : ""}
</td></tr>
</table>
<p class="quiet" style="margin:20px 0 0;font-size:12px;color:#46576a">${escapeHtml(footer)}</p>
</td></tr>
</table>
</body>
</html>
`;
}

const codeBox = (code: string) =>
  `<p class="code" style="margin:0 0 16px;padding:16px;border-radius:10px;background:#e6ecf1;color:#0e1720;text-align:center;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:30px;font-weight:700;letter-spacing:8px">${escapeHtml(code)}</p>`;

const listed = ({ text, said, url }: NonNullable<Page["lines"]>[number]) =>
  `<p class="text" style="margin:0 0 16px;color:#0e1720;overflow-wrap:anywhere"><a class="text" href="${escapeHtml(url)}" style="color:#0e1720;font-weight:700">${escapeHtml(text)}</a>${said ? `<br>${escapeHtml(said)}` : ""}</p>`;

const plainLink = ({ text, url }: { text: string; url: string }) =>
  `<p style="margin:0;font-size:13px"><a class="quiet" href="${escapeHtml(url)}" style="color:#46576a">${escapeHtml(text)}</a></p>`;

const button = ({ text, url }: { text: string; url: string }) =>
  `<p style="margin:0 0 20px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 22px;border-radius:10px;background:#5cf6fc;color:#04282b;font-weight:700;text-decoration:none">${escapeHtml(text)}</a></p>`;

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
