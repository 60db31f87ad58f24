/** The bytes end before the stated length. */
export class OutOfBytes extends Error {}

/** Reads little-endian numbers and pieces of bytes in sequence. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  skip(length: number): void {
    if (length > this.left) throw new OutOfBytes();
    this.#at += length;
  }

  u16(): number {
    this.skip(2);
    return this.#view.getUint16(this.#at - 2, true);
  }

  u32(): number {
    this.skip(4);
    return this.#view.getUint32(this.#at - 4, true);
  }

  /** A view, not a copy. */
  read(length: number): Uint8Array {
    this.skip(length);
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}
