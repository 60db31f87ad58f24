/** Text in the charsets that mails use. The tables are those of the decoder, reversed. */

const tables = new Map<string, Map<string, number[]>>();

export function encode(text: string, charset: string): Buffer {
  const name = charset.toLowerCase();
  if (name === "utf-8") return Buffer.from(text);
  if (name === "utf-16le") return Buffer.from(text, "utf16le");
  if (name === "iso-2022-jp") return jis(text);
  const table = tables.get(name) ?? read(name);
  tables.set(name, table);
  return Buffer.from([...text].flatMap((character) => table.get(character) ?? unknown(character, charset)));
}

function read(charset: string): Map<string, number[]> {
  const decoder = new TextDecoder(charset);
  const table = new Map<string, number[]>();
  const note = (bytes: number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes));
    if ([...character].length === 1 && character !== "\ufffd" && !table.has(character))
      table.set(character, bytes);
  };
  for (let first = 0; first < 256; first++) note([first]);
  if (/^(gb|big5|euc|shift)/.test(charset))
    for (let first = 0x81; first < 0xff; first++)
      for (let second = 0x40; second < 0xff; second++) note([first, second]);
  return table;
}

/** The double-byte characters of EUC-JP without their high bits, between escapes (RFC 1468). */
function jis(text: string): Buffer {
  const runs = text.match(/\p{ASCII}+|\P{ASCII}+/gu) ?? [];
  return Buffer.concat(
    runs.map((run) => {
      if (run.charCodeAt(0) < 0x80) return Buffer.from(run);
      const bytes = encode(run, "euc-jp").map((byte) => byte & 0x7f);
      return Buffer.concat([Buffer.from("\x1b$B"), bytes, Buffer.from("\x1b(B")]);
    }),
  );
}

function unknown(character: string, charset: string): never {
  throw new Error(`${charset} has no ${character}`);
}
