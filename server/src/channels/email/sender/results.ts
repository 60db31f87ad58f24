/**
 * Reads an Authentication-Results header (RFC 8601). It also contains text that a sender chose, such as the name before
 * an @.
 */
import type { AuthenticationResult } from "../parse/parsed-mail.ts";

export type Results = {
  /** The server that wrote it, in lower case. Null: Exchange Online names none. */
  id: string | null;
  /** Null: the header says nothing about the address in From. */
  verdict: AuthenticationResult | null;
};

/** `from`: the domain in From, which a pass must be about. */
export function readResults(header: string, from: string): Results {
  const sections = withoutComments(header).split(";");
  const first = sections[0]?.trim().toLowerCase() ?? "";
  const id = first.includes("=") ? null : (first.split(/\s+/)[0] ?? "");
  return { id, verdict: verdictOf(id === null ? sections : sections.slice(1), from) };
}

/** The worst of several results counts, so that a second one cannot overrule the first. */
function verdictOf(sections: string[], from: string): AuthenticationResult | null {
  const found = sections.flatMap((section) => {
    const [, method, result] =
      /^\s*(dmarc|compauth)(?:\s*\/\s*\d+)?\s*=\s*([a-z]+)/i
        .exec(section)
        ?.map((part) => part.toLowerCase()) ?? [];
    return method && result ? [{ method, result, about: aboutOf(section) }] : [];
  });
  // Exchange Online also judges a sender whose domain publishes nothing.
  if (found.some(({ method, result }) => result === "fail" || (method === "dmarc" && result === "reject")))
    return "fail";
  const dmarc = found.filter(({ method }) => method === "dmarc");
  if (dmarc.length === 0) return null;
  const passes = dmarc.every(
    ({ result, about }) => /^(bestguess)?pass$/.test(result) && (!about || isSameDomain(from, about)),
  );
  return passes ? "pass" : "none";
}

/** The domain that was judged: header.from=shop.example, or an address there. */
function aboutOf(section: string): string | null {
  const value = /(?:^|\s)header\.from\s*=\s*<?([^\s<>]+)/i.exec(section)?.[1];
  return value ? value.slice(value.lastIndexOf("@") + 1).toLowerCase() : null;
}

/** Servers name the domain itself, or the organisation's domain above it. */
const isSameDomain = (from: string, about: string) => from === about || from.endsWith(`.${about}`);

/** Removes text in brackets or quotes, however deep: a sender may have written it. */
export function withoutComments(value: string): string {
  let plain = "";
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at];
    if (character === "\\" && (quoted || depth > 0)) at += 1;
    else if (quoted) quoted = character !== '"';
    else if (character === "(") depth += 1;
    else if (character === ")" && depth > 0) depth -= 1;
    else if (depth > 0) continue;
    else if (character === '"') quoted = true;
    else plain += character;
  }
  return plain;
}
