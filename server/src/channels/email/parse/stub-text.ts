/** A plain text that says nothing but where its HTML can be read. */

const mostWords = 5_000;
/** The share of its words that are words of the HTML too. */
const mostShared = 0.34;
/** A text that is so much shorter than the HTML is none of a person's. */
const timesLonger = 4;

/** What such texts speak of, in the languages mails come in. */
const speaksOfHtml =
  /\bhtml\b|browser|navegador|navigateur|браузер|браузър|tarayıcı|blaaier|ブラウザ|浏览器|瀏覽器|브라우저|przeglądar|prohlížeč|nettleser|webbläsare|selaimes|web[- ]?version|version (?:web|en ligne)|versión (?:web|en línea)|view (?:it |this .{0,20})?online/i;

/** Whether the text shares almost nothing with what the HTML says, and looks like a stand-in. */
export function isStub(text: string, html: string): boolean {
  const [words, shown] = [wordsOf(text), wordsOf(html)];
  if (shown.size === 0) return false;
  if (words.size === 0) return /^[\p{P}\s]*$/u.test(text);
  const shared = [...words].filter((word) => shown.has(word)).length / words.size;
  return shared <= mostShared && (speaksOfHtml.test(text) || shown.size >= timesLonger * words.size);
}

/** Each once: words of four letters and more, numbers, and the characters of scripts without spaces. */
function wordsOf(text: string): Set<string> {
  const withoutLinks = text
    .slice(0, 50 * mostWords)
    .replace(/https?:\S+|\S+@\S+/g, " ")
    .toLowerCase();
  const found = withoutLinks.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|\p{N}+|\p{L}{4,}/gu,
  );
  return new Set(found?.slice(0, mostWords));
}
