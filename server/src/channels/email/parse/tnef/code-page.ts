/** Windows code pages by their number, as `TextDecoder` names them. */
const names: Record<number, string> = {
  874: "windows-874",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  20866: "koi8-r",
  21866: "koi8-u",
  28592: "iso-8859-2",
  28595: "iso-8859-5",
  28599: "iso-8859-9",
  50220: "iso-2022-jp",
  65001: "utf-8",
};

/** The text up to the first null. */
export function textIn(codePage: number, bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return decoderOf(codePage).decode(end === -1 ? bytes : bytes.subarray(0, end));
}

export function utf16(bytes: Uint8Array): string {
  return new TextDecoder("utf-16le").decode(bytes).replace(/\0.*$/s, "");
}

function decoderOf(codePage: number): TextDecoder {
  const windows = codePage >= 1250 && codePage <= 1258 ? `windows-${codePage}` : "windows-1252";
  return new TextDecoder(names[codePage] ?? windows);
}
