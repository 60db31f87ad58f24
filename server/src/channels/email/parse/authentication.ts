import type { Headers } from "./headers.ts";
import type { AuthenticationResult, ParsedMail } from "./parsed-mail.ts";

/**
 * What the receiving server found about the sender (RFC 8601). The server writes its header above those that the mail came
 * with and under a name of its own domain; one by another server is the sender's word and does not count.
 */
export function readAuthentication(headers: Headers): ParsedMail["authentication"] {
  const server = receivingServer(headers);
  const value = headers
    .all("authentication-results")
    .slice(0, 5)
    .find((header) => isOf(server, header));
  const methods = (value ?? "").replace(/\([^()]*\)/g, "").split(";");
  return {
    dmarc: resultOf("dmarc", methods),
    spf: resultOf("spf", methods),
    dkim: resultOf("dkim", methods),
  };
}

/** The host that wrote the topmost Received header. */
function receivingServer(headers: Headers): string | null {
  const by = /\bby\s+([a-z0-9.-]+)/i.exec(headers.first("received") ?? "")?.[1];
  return by?.toLowerCase().replace(/\.$/, "") ?? null;
}

function isOf(server: string | null, header: string): boolean {
  if (!server) return false;
  const id = /^\s*([^\s;=]+)\s*(?:\d+\s*)?;/.exec(header)?.[1]?.toLowerCase();
  // Exchange Online names no server.
  if (!id) return /(?:^|\.)(?:outlook|office365)\.com$/.test(server);
  return domainOf(id) === domainOf(server);
}

/** The last two labels, three where the second is short: mx.example.co.uk is example.co.uk. */
function domainOf(host: string): string {
  const labels = host.split(".");
  const short = (labels.at(-2)?.length ?? 0) <= 3 && (labels.at(-1)?.length ?? 0) === 2;
  return labels.slice(short ? -3 : -2).join(".");
}

/** Of several signatures one that passes is enough. */
function resultOf(method: string, methods: string[]): AuthenticationResult {
  const results = methods.flatMap((part) => {
    const [name, result] = part.trim().split(/\s+/)[0]?.toLowerCase().split("=") ?? [];
    return name === method && result ? [result] : [];
  });
  if (results.includes("pass") || results.includes("bestguesspass")) return "pass";
  return results.some((result) => ["fail", "softfail", "permerror", "policy"].includes(result))
    ? "fail"
    : "none";
}
