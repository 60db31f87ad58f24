/** Recognises a plain text that only says where its HTML can be read. */

const mostWords = 5_000;
/** The largest share of a stub's words that the HTML contains, too. */
const mostShared = 0.34;
/** The HTML is at least so many times longer than a stub. */
const timesLonger = 4;

/** Words that such texts use, in the languages of mails. */
const speaksOfHtml =
  /\bhtml\b|browser|navegador|navigateur|браузер|браузър|tarayıcı|blaaier|ブラウザ|浏览器|瀏覽器|브라우저|przeglądar|prohlížeč|nettleser|webbläsare|selaimes|web[- ]?version|version (?:web|en ligne)|versión (?:web|en línea)|view (?:it |this .{0,20})?online/i;

/** True if the text shares almost nothing with the HTML, and looks like a stand-in. */
export function isStub(text: string, html: string): boolean {
  const [words, shown] = [wordsOf(text), wordsOf(html)];
  if (shown.size === 0) return false;
  if (words.size === 0) return /^[\p{P}\s]*$/u.test(text);
  const shared = [...words].filter((word) => shown.has(word)).length / words.size;
  return shared <= mostShared && (speaksOfHtml.test(text) || shown.size >= timesLonger * words.size);
}

/** The distinct words of four letters and more, numbers, and characters of scripts without spaces. */
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
