import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { invalid } from "./errors.ts";

/** The fields come before the file: who may send is known before a byte of it is taken. */
export async function readForm<Fields extends z.ZodType>(request: FastifyRequest, schema: Fields) {
  const fields: Record<string, unknown> = Object.create(null);
  for await (const part of request.parts({ limits: { fileSize: Number.POSITIVE_INFINITY, files: 1 } })) {
    if (part.type === "field") fields[part.fieldname] = part.value;
    else {
      const file = { stream: part.file, name: part.filename, declaredType: part.mimetype };
      return { fields: checkFields(schema, fields), file };
    }
  }
  throw invalid("file: is missing");
}

function checkFields<Fields extends z.ZodType>(schema: Fields, fields: Record<string, unknown>) {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
}
