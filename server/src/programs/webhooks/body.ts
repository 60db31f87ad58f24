/** A request carries the event as `/api/v1/events` shows it, or a message for Slack or Microsoft Teams. */
import type { ProgramEvent } from "@parley/contract/program-events";
import type { WebhookRow } from "./rows.ts";

export type SentEvent = Omit<ProgramEvent, "cursor"> & { example?: true };
export type Shown = { event: SentEvent; clientName: string | null; link: string | null };

const usualTemplate = "{{type}} · {{client}}\n{{text}}\n{{link}}";
/** Characters; both services refuse longer messages. */
const longest = 3_000;

export function bodyOf({ format, template }: Pick<WebhookRow, "format" | "template">, shown: Shown): string {
  if (format === "parley") return JSON.stringify(shown.event);
  const text = fill(template ?? usualTemplate, shown);
  if (format === "slack") return JSON.stringify({ text: escapeSlack(text) });
  return JSON.stringify({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [{ type: "TextBlock", text: escapeTeams(text), wrap: true }],
        },
      },
    ],
  });
}

export const batchOf = (shown: Shown[]): string =>
  JSON.stringify({ events: shown.map(({ event }) => event) });

function fill(template: string, { event, clientName, link }: Shown): string {
  const text = event.message?.text ?? event.message?.caption ?? event.note?.text ?? "";
  const fills: Record<string, string> = {
    ...{ type: event.type, client: clientName ?? "", text, link: link ?? "" },
  };
  return template
    .replace(/\{\{\s*(\w+)\s*\}\}/g, (all, name: string) => fills[name] ?? all)
    .split("\n")
    .map((line) => line.replace(/[\s·]+$/u, ""))
    .filter(Boolean)
    .join("\n")
    .slice(0, longest);
}

/** https://docs.slack.dev/messaging/formatting-message-text#escaping: so a client's text mentions nobody. */
const escapeSlack = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A text block reads a part of Markdown. A line break needs two. */
const escapeTeams = (text: string) => text.replace(/[\\*_[\]()`]/g, "\\$&").replaceAll("\n", "\n\n");
