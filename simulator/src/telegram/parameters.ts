import { badRequest } from "./refusal.ts";

export interface Upload {
  bytes: Buffer;
  name: string;
  mime: string;
}

/**
 * The parameters of a call, by query, form, JSON or multipart. Forms carry only text, so numbers, flags and nested
 * objects are read from text as well as from JSON values.
 */
export class Parameters {
  #values = new Map<string, unknown>();
  #uploads = new Map<string, Upload>();

  set(name: string, value: unknown): void {
    if (value !== undefined && value !== null) this.#values.set(name, value);
  }

  attach(name: string, upload: Upload): void {
    this.#uploads.set(name, upload);
  }

  setAll(values: unknown): void {
    if (typeof values !== "object" || values === null) return;
    for (const [name, value] of Object.entries(values)) this.set(name, value);
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  text(name: string): string | undefined {
    const value = this.#values.get(name);
    if (value === undefined) return undefined;
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  }

  number(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined || text === "") return undefined;
    const value = Number(text);
    if (!Number.isFinite(value)) throw badRequest(`field "${name}" must be a Number`);
    return value;
  }

  integer(name: string): number | undefined {
    const value = this.number(name);
    return value === undefined ? undefined : Math.trunc(value);
  }

  flag(name: string): boolean {
    return ["true", "1", "yes"].includes((this.text(name) ?? "").toLowerCase());
  }

  object(name: string): Record<string, unknown> | undefined {
    const value = this.#nested(name);
    if (value === undefined) return undefined;
    if (!isRecord(value)) throw badRequest(`field "${name}" must be an Object`);
    return value;
  }

  list(name: string): unknown[] | undefined {
    const value = this.#nested(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) throw badRequest(`can't parse ${name} JSON object: expected an Array`);
    return value;
  }

  strings(name: string): string[] | undefined {
    return this.list(name)?.map(String);
  }

  upload(name: string): Upload | undefined {
    return this.#uploads.get(name);
  }

  /** A call for the record: files by name and size only. */
  recorded(): Record<string, unknown> {
    const record: Record<string, unknown> = {};
    for (const name of this.#values.keys()) record[name] = this.#plain(name);
    for (const [name, { bytes, ...file }] of this.#uploads) record[name] = { ...file, size: bytes.length };
    return record;
  }

  #nested(name: string): unknown {
    const value = this.#values.get(name);
    if (typeof value !== "string") return value;
    if (value === "") return undefined;
    const parsed = parseJson(value);
    if (parsed === undefined) throw badRequest(`can't parse ${name} JSON object`);
    return parsed;
  }

  #plain(name: string): unknown {
    const value = this.#values.get(name);
    if (typeof value !== "string" || !/^[[{]/.test(value)) return value;
    return parseJson(value) ?? value;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
