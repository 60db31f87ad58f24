/** A `message_token` has 64 bits, more than a JavaScript number holds: its digits are kept as text. */
export function parseTokens(text: string): unknown {
  return JSON.parse(text, asText);
}

type Source = { source?: string };

const asText = (key: string, value: unknown, context?: Source): unknown =>
  key === "message_token" && typeof value === "number" ? (context?.source ?? String(value)) : value;
