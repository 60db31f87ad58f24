/** The provider's message tokens: 64-bit integers above what a JavaScript number holds, written unquoted into JSON. */
export class Tokens {
  #last = 5_951_234_567_890_123_456n;

  next(): string {
    this.#last += 1n;
    return String(this.#last);
  }
}

/** A quotation mark within a text is escaped, so only the field itself is matched. */
export const writeJson = (value: unknown): string =>
  JSON.stringify(value).replace(/"message_token":"(\d+)"/g, '"message_token":$1');
