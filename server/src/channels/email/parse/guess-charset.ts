import { isUtf8 } from "node:buffer";

const mostBytes = 20_000;

/**
 * Guesses the charset of text that names none or an unknown one. UTF-8 is recognised by its form, Japanese by its
 * escapes, double-byte charsets by common characters, Cyrillic by high bytes that follow each other. Most letters are
 * lower case, and those stand in other rows in KOI8-R than in windows-1251.
 */
export function guessCharset(bytes: Uint8Array): string {
  const start = bytes.subarray(0, mostBytes);
  if (hasJapaneseEscape(start)) return "iso-2022-jp";
  if (isUtf8(bytes)) return "utf-8";
  const eastern = guessEastern(start);
  if (eastern) return eastern;
  let upperRows = 0;
  let lowerRows = 0;
  let following = 0;
  let before = 0;
  for (const byte of start) {
    if (byte >= 0xe0) lowerRows++;
    else if (byte >= 0xc0) upperRows++;
    if (byte >= 0xc0 && before >= 0xc0) following++;
    before = byte;
  }
  if (2 * following <= upperRows + lowerRows) return "windows-1252";
  return upperRows > lowerRows ? "koi8-r" : "windows-1251";
}

/** Double-byte charsets, with characters that any text of a few words contains. */
const easterns: [string, RegExp][] = [
  ["shift_jis", /[ぁ-んァ-ヶー]/gu],
  ["euc-jp", /[ぁ-んァ-ヶー]/gu],
  [
    "gb18030",
    /[的一是了我不人在他有这个上们来到时大地为子中你说生国年着就那和要她出也得里后自以会家可下而过天去能对小多然于心学么之都好看起发当没成只如事把还用第样道想作种开请问订单退货款收到谢您帮助买寄商品题什怎快]/gu,
  ],
  [
    "big5",
    /[的一是了我不人在他有這個上們來到時大地為子中你說生國年著就那和要她出也得裡後自以會家可下而過天去能對小多然於心學麼之都好看起發當沒成只如事把還用第樣道想作種開請問訂單退貨款收到謝您幫助買寄商品題什怎快]/gu,
  ],
  ["euc-kr", /[이다는을를에의가고하지은로도한니요어서있주문습안세기해제사리시부자수전스아배송환불상품]/gu],
];
const fewestCommon = 3;
const leastShare = 0.25;

function guessEastern(bytes: Uint8Array): string | null {
  const shares = easterns.map(([charset, common]) => {
    const text = new TextDecoder(charset).decode(bytes);
    const foreign = text.match(/\P{ASCII}/gu)?.length ?? 0;
    const broken = text.match(/\ufffd/g)?.length ?? 0;
    const found = text.match(common)?.length ?? 0;
    // The last character may be cut off.
    return { charset, share: broken > 1 || found < fewestCommon ? 0 : found / foreign };
  });
  const best = shares.toSorted((a, b) => b.share - a.share)[0];
  return best && best.share >= leastShare ? best.charset : null;
}

/** Finds ESC $ B, or ESC $ @ of older mails. */
function hasJapaneseEscape(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return buffer.includes("\x1b$B") || buffer.includes("\x1b$@");
}
