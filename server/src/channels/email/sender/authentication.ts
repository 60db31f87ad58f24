/** Reads the receiving server's verdict about the address in From. */
import type { AuthenticationResult, MailHeader } from "../parse/parsed-mail.ts";
import { domainOf, isName, isWithin, type Receiver } from "./receiver.ts";
import { type Results, readResults, withoutComments } from "./results.ts";

type Placed = Results & { at: number };

/**
 * A server writes its headers above a mail's existing ones, so a header's position tells who may have written it. A
 * pass counts above the first hop, where the sender writes nothing, and in the first header under the name of a
 * provider that always writes one. A fail counts in each header that the receiving side may have written, since no
 * sender gains by a false one.
 */
export function readAuthentication(
  headers: MailHeader[],
  from: string,
  receiver: Receiver,
): AuthenticationResult {
  const domain = from.slice(from.lastIndexOf("@") + 1).toLowerCase();
  const results = headers
    .slice(0, endOfReceiver(headers, receiver))
    .flatMap(({ name, value }, at) =>
      name === "authentication-results" ? [{ at, ...readResults(value, domain) }] : [],
    );
  const hop = firstHop(headers, receiver);
  const own = [...results.filter(({ at }) => at < hop), ...providersOwn(results, receiver)];
  const found = own.find(({ verdict }) => verdict)?.verdict;
  if (found) return found;
  return results.some(({ verdict }) => verdict === "fail") ? "fail" : "none";
}

/** The first header under a name of the provider, with those directly below it where the provider writes several. */
function providersOwn(results: Placed[], { ids, nameless, several }: Receiver): Placed[] {
  const isOwn = ({ id }: Results) =>
    id === null ? nameless : ids.some((one) => isWithin(id, one.toLowerCase()));
  const from = results.findIndex(isOwn);
  const [first, ...below] = from < 0 ? [] : results.slice(from);
  if (!first) return [];
  const end = below.findIndex((one, index) => !isOwn(one) || one.at !== first.at + index + 1);
  return [first, ...(several ? below.slice(0, end < 0 ? undefined : end) : [])];
}

/** The Received header of the server that accepted the mail from outside; headers of internal hops are above it. */
function firstHop(headers: MailHeader[], { delivers }: Receiver): number {
  if (!delivers) return 0;
  const hop = headers.findIndex(({ name, value }) => name === "received" && !isHandedOn(value));
  return Math.max(0, hop);
}

/** True for LMTP, which only delivers into a mailbox (RFC 2033). */
const isHandedOn = (received: string) =>
  /(?:^|\s)by\s+\S+\s+with\s+U?LMTPS?A?\b/i.test(withoutComments(received));

/** The boundary to other servers: the first Received header of a host outside the receiver's domains. */
function endOfReceiver(headers: MailHeader[], { domains }: Receiver): number {
  const hosts = headers.map(({ name, value }) => (name === "received" ? hostOf(value) : ""));
  const first = hosts.find(isName);
  const own = [...domains, ...(first ? [domainOf(first)] : [])];
  const end = hosts.findIndex((host) => isName(host) && !own.some((domain) => isWithin(host, domain)));
  return end < 0 ? headers.length : end;
}

/** The host that wrote the header. */
const hostOf = (received: string): string =>
  /(?:^|\s)by\s+([^\s;]+)/i.exec(withoutComments(received))?.[1]?.toLowerCase().replace(/\.$/, "") ?? "";
