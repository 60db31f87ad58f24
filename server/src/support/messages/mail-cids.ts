const named = /(\ssrc=")cid:([^"]*)"/gi;

/** The Content-IDs of the pictures that sanitised HTML shows. */
export const cidsIn = (html: string): Set<string> =>
  new Set([...html.matchAll(named)].map(([, , cid = ""]) => unescaped(cid)));

/** The HTML with other addresses for its pictures; empty for pictures without one. */
export const replaceCids = (html: string, linkOf: (cid: string) => string): string =>
  html.replace(named, (_whole, before: string, cid: string) => `${before}${linkOf(unescaped(cid))}"`);

/** The id as the mail names it: the sanitiser writes an ampersand as an entity, senders encode as in an address. */
function unescaped(cid: string): string {
  const plain = cid.replaceAll("&amp;", "&");
  try {
    return decodeURIComponent(plain);
  } catch (error) {
    if (error instanceof URIError) return plain;
    throw error;
  }
}
