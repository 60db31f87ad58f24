/** Compressed RTF (MS-OXRTFCP). */
import { ByteReader, OutOfBytes } from "./byte-reader.ts";

const compressed = 0x75465a4c;
const plain = 0x414c454d;
/** The initial content of the dictionary (MS-OXRTFCP 3.1.1.1.1). */
const beginning =
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";
const dictionarySize = 4_096;
/** A longer result is not read: a reference of two bytes stands for up to 17. */
const longest = 2 ** 22;

/** Null for bytes that are not RTF, or too long. */
export function decompressRtf(bytes: Uint8Array): Uint8Array | null {
  try {
    const reader = new ByteReader(bytes);
    reader.skip(4);
    const size = reader.u32();
    const kind = reader.u32();
    reader.skip(4);
    if (size > longest) return null;
    if (kind === plain) return reader.read(Math.min(size, reader.left));
    return kind === compressed ? unfold(reader, size) : null;
  } catch (error) {
    if (error instanceof OutOfBytes) return null;
    throw error;
  }
}

function unfold(reader: ByteReader, size: number): Uint8Array {
  const dictionary = new Uint8Array(dictionarySize);
  dictionary.set(new TextEncoder().encode(beginning));
  let at = beginning.length;
  const output = new Uint8Array(size);
  let written = 0;
  const write = (byte: number) => {
    output[written++] = byte;
    dictionary[at] = byte;
    at = (at + 1) % dictionarySize;
  };
  while (written < size && reader.left > 0) {
    const control = reader.read(1)[0] ?? 0;
    for (let bit = 0; bit < 8 && written < size && reader.left > 0; bit++) {
      if ((control & (1 << bit)) === 0) {
        write(reader.read(1)[0] ?? 0);
        continue;
      }
      const [high = 0, low = 0] = reader.read(2);
      const reference = (high << 8) | low;
      const from = reference >> 4;
      if (from === at) return output.subarray(0, written);
      for (let n = 0; n < (reference & 15) + 2 && written < size; n++)
        write(dictionary[(from + n) % dictionarySize] ?? 0);
    }
  }
  return output.subarray(0, written);
}
