/** The two pages of the demo's mailbox. */
import { escapeHtml } from "./layout.ts";
import type { PrintedLetter } from "./printed.ts";

const style = `
  :root { color-scheme: dark light; --bg: #0b0f14; --pane: #10161d; --line: #2a333d; --text: #e8eef4; --quiet: #a3b1bf; --link: #5cf6fc; }
  @media (prefers-color-scheme: light) { :root { --bg: #f3f6f8; --pane: #fff; --line: #dde4ea; --text: #0e1720; --quiet: #46576a; --link: #067a80; } }
  body { margin: 0; background: var(--bg); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
  main { max-width: 720px; margin: 0 auto; padding: 32px 16px; }
  h1 { font-size: 22px; } h2 { font-size: 16px; margin: 0; } a { color: var(--link); }
  article { margin: 16px 0; padding: 20px; background: var(--pane); border: 1px solid var(--line); border-radius: 16px; }
  pre { margin: 16px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, monospace; }
  .quiet { margin: 4px 0 0; color: var(--quiet); font-size: 13px; }`;

export function listPage(letters: PrintedLetter[]): string {
  const body =
    letters.map(article).join("\n") || `<p class="quiet">No mail yet. Ask for a code, and reload.</p>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mail of the demo</title><style>${style}</style></head>
<body><main>
<h1>Mail of the demo</h1>
<p class="quiet">There is no mail server, so what Parley would have sent is here.</p>
${body}
</main></body>
</html>
`;
}

const article = ({ id, to, subject, text, printedOn }: PrintedLetter) => `<article>
<h2>${escapeHtml(subject)}</h2>
<p class="quiet">To ${escapeHtml(to)}, ${printedOn.toISOString().slice(0, 16).replace("T", " ")} UTC, <a href="/demo/mail/${id}">as it looks</a></p>
<pre>${escapeHtml(text)}</pre>
</article>`;
