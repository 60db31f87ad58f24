import type { MultipartFile } from "@fastify/multipart";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { invalid, invalidFields, textReason } from "../floor/errors/errors.ts";

/** The limit of a form field before it is parsed. A text of 16 000 characters is 64 KB at most. */
const partLimits = { fieldNameSize: 64, fieldSize: 65_536, headerPairs: 8, headerSize: 4_096, files: 1 };

/** The limits of a form that `readForm` does not read. */
export const formLimits = { ...partLimits, fields: 16, parts: 17 };

type FormOptions<Optional> = { fileSize?: number; as?: string; optional?: Optional };

type FormFile = {
  stream: MultipartFile["file"];
  name: string;
  declaredType: string;
  read(): Promise<Buffer>;
};
type Form<Fields extends z.ZodObject, Optional> = {
  fields: z.output<Fields>;
  file: FormFile | (Optional extends true ? null : never);
};

/** Bytes before the file: the fields, and a sender's preamble. */
const mostBeforeFile = 2 ** 20;

/**
 * The fields come before the file, so that access is checked before a byte of it is read. Only the schema's fields
 * and `file` are accepted, each once; any other form is refused and its connection closed. Parts after the file are
 * ignored. `as` is the file's field; an optional file is null when it is missing.
 */
export async function readForm<Fields extends z.ZodObject, Optional extends boolean = false>(
  request: FastifyRequest,
  reply: FastifyReply,
  schema: Fields,
  { fileSize = Number.POSITIVE_INFINITY, as = "file", optional }: FormOptions<Optional> = {},
): Promise<Form<Fields, Optional>> {
  const names = new Set(Object.keys(schema.shape));
  const fields: Record<string, unknown> = Object.create(null);
  const limits = { ...partLimits, fields: names.size, parts: names.size + 1, fileSize };
  const counted = cutAfter(request, mostBeforeFile);
  try {
    for await (const part of request.parts({ limits })) {
      const name = part.fieldname;
      if (part.type === "file") {
        if (name !== as) throw invalid(textReason(`${name}: is unknown`));
        const file = { stream: part.file, name: unescaped(part.filename), declaredType: part.mimetype };
        return {
          fields: checkFields(schema, fields),
          file: { ...file, read: () => part.toBuffer() },
        };
      }
      if (part.fieldnameTruncated || !names.has(name)) throw invalid(textReason(`${name}: is unknown`));
      if (name in fields) throw invalid(textReason(`${name}: is there twice`));
      if (part.valueTruncated) throw invalid(textReason(`${name}: is too long`));
      fields[name] = part.value;
    }
    if (!optional) throw invalid(textReason(`${as}: is missing`));
    return { fields: checkFields(schema, fields), file: null as Form<Fields, Optional>["file"] };
  } catch (error) {
    reply.header("connection", "close");
    throw tooManyParts.has((error as { code?: string }).code ?? "")
      ? invalid(textReason("Too many fields."))
      : error;
  } finally {
    counted.stop();
  }
}

/**
 * Browsers write quotation marks and line ends in a file's name like this (HTML standard, multipart/form-data encoding
 * algorithm).
 */
const unescaped = (name: string) =>
  name.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");

const tooManyParts = new Set(["FST_PARTS_LIMIT", "FST_FIELDS_LIMIT", "FST_FILES_LIMIT"]);

/** Ends the connection of a request that has sent more: the parser waits for a part's end however long it is. */
function cutAfter({ raw }: FastifyRequest, most: number) {
  let size = 0;
  const count = (chunk: Buffer) => {
    size += chunk.length;
    if (size > most) raw.destroy();
  };
  raw.on("data", count);
  return { stop: () => raw.off("data", count) };
}

function checkFields<Fields extends z.ZodType>(schema: Fields, fields: Record<string, unknown>) {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw invalidFields(parsed.error.issues);
}
