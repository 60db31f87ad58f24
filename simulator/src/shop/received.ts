/** The shop's receiver of webhooks: it checks each request's signature (https://www.standardwebhooks.com) and shows what came. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

type Arrived = { at: Date; id: string; what: string; signed: boolean; again: boolean; body: string };

export type Received = {
  /** Requests signed with this secret are ours. */
  trust(secret: string): void;
  /** Returns the status of the answer. */
  receive(headers: IncomingHttpHeaders, body: string): 204 | 401;
  page(): string;
};

const kept = 50;
/** Seconds between the signing and the arrival. */
const longestAway = 300;

export function createReceived(now: () => Date = () => new Date()): Received {
  let key: Buffer | null = null;
  const arrived: Arrived[] = [];
  return {
    trust(secret) {
      key = Buffer.from(secret.slice("whsec_".length), "base64");
    },
    receive(headers, body) {
      const header = (name: string) => String(headers[name] ?? "");
      const [id, timestamp] = [header("webhook-id"), header("webhook-timestamp")];
      const late = Math.abs(now().getTime() / 1000 - Number(timestamp)) > longestAway;
      const signed = !late && isSigned(key, `${id}.${timestamp}.${body}`, header("webhook-signature"));
      const again = arrived.some((one) => one.signed && one.id === id);
      arrived.unshift({ at: now(), id, what: typeIn(body), signed, again, body });
      arrived.splice(kept);
      return signed ? 204 : 401;
    },
    page: () => pageOf(arrived),
  };
}

function isSigned(key: Buffer | null, text: string, signatures: string): boolean {
  if (!key) return false;
  const expected = Buffer.from(`v1,${createHmac("sha256", key).update(text).digest("base64")}`);
  return signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function typeIn(body: string): string {
  try {
    return String((JSON.parse(body) as { type?: unknown }).type ?? "");
  } catch {
    // The page shows the body as it is.
    return "";
  }
}

function pageOf(arrived: Arrived[]): string {
  const rows = arrived.map(
    ({ at, id, what, signed, again, body }) => `<li><p><b>${inHtml(what || "?")}</b>
      <span class="${signed ? "signed" : "unsigned"}">${signed ? "signature verified" : "refused: not signed by the desk"}</span>
      ${again ? "<em>again</em>" : ""} <time>${at.toISOString().slice(11, 19)}</time></p>
      <details><summary>${inHtml(id)}</summary><pre>${inHtml(body)}</pre></details></li>`,
  );
  const none = "<p>Nothing has come yet. Write to the shop as a client.</p>";
  return `<h1>What the desk has sent</h1><p>The shop’s own program listens here, and checks each signature. The newest 50 come first.</p>
    ${rows.length > 0 ? `<ol class="received">${rows.join("")}</ol>` : none}`;
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const inHtml = (text: string) => text.replace(/[&<>"]/g, (one) => escapes[one] ?? one);
