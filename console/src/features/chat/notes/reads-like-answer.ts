/**
 * A note reads like an answer to the client that begins with a greeting of one of the console's languages, or with the
 * client's name and a comma. A wrong guess costs one more key; a note for colleagues seldom greets.
 */
const greetings = [
  ...["hello", "hi", "hey", "dear", "good morning", "good afternoon", "good evening", "good day"],
  ...[
    "hallo",
    "goeiedag",
    "goeie dag",
    "goeie môre",
    "goeie middag",
    "goeie naand",
    "beste",
    "liewe",
    "geagte",
  ],
  ...["здравейте", "здравей", "здрасти", "привет", "добър ден", "добро утро", "добър вечер"],
  ...["уважаеми", "уважаема", "скъпи", "скъпа"],
  ...["merhaba", "selam", "günaydın", "iyi günler", "iyi akşamlar", "sayın", "sevgili"],
  ...["hola", "buenos días", "buenas tardes", "buenas noches", "buenas", "estimado", "estimada"],
  ...["querido", "querida"],
  ...["здравствуйте", "здравствуй", "добрый день", "доброе утро", "добрый вечер"],
  ...["уважаемый", "уважаемая", "дорогой", "дорогая"],
  ...["hoi", "dag", "goedemorgen", "goedemiddag", "goedenavond", "goedendag", "geachte", "lieve"],
];

/** Japanese has no spaces after a greeting, and the name stands before the honorific. */
const unspaced = ["こんにちは", "こんばんは", "おはようございます", "お世話になって", "はじめまして"];
const honorific = /^[\s、,]*(様|さま|さん|殿)/u;

export function readsLikeAnswer(text: string, clientName: string): boolean {
  const begin = fold(text);
  if (unspaced.some((greeting) => begin.startsWith(greeting))) return true;
  if (greetings.some((greeting) => begins(begin, greeting))) return true;
  const name = fold(clientName);
  const first = name.split(/\s+/u)[0] ?? "";
  return [name, first].some((called) => called.length > 1 && addresses(begin, called));
}

/** Folded, and without what may stand before the first word. */
const fold = (text: string) =>
  text
    .normalize("NFC")
    .toLowerCase()
    // A Turkish İ leaves its dot behind.
    .replaceAll("\u0307", "")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .trim();

const begins = (text: string, word: string) =>
  text.startsWith(word) && !/^[\p{L}\p{N}]/u.test(text.slice(word.length));

/** "Henrik, …" speaks to him; "Henrik pays by invoice" is about him. */
function addresses(text: string, name: string): boolean {
  if (!text.startsWith(name)) return false;
  const rest = text.slice(name.length);
  return /^\s*[,!、:]/u.test(rest) || honorific.test(rest);
}
