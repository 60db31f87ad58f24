/** The calls as OpenAPI 3.1, from the table that they are registered from. */
import { agentRow, colleague } from "@parley/contract/agents";
import { isContent } from "@parley/contract/calls/call";
import type { ProgramCallName } from "@parley/contract/calls/program-paths";
import { areas, type Call, calls, programAreas } from "@parley/contract/calls/table";
import { clientProfile, clientRow } from "@parley/contract/client-profiles";
import { condition } from "@parley/contract/conditions/shape";
import { errorAnswer } from "@parley/contract/errors";
import { message } from "@parley/contract/messages";
import { notification } from "@parley/contract/notifications";
import { privateMessage } from "@parley/contract/private-chat";
import { programEvent } from "@parley/contract/program-events";
import { programDelivery, programWebhook } from "@parley/contract/program-webhooks";
import {
  problem,
  programAgent,
  programChannel,
  programClient,
  programDepartment,
  programField,
  programMessage,
  programNote,
  programOrganisation,
  programTag,
  programTicket,
  programView,
} from "@parley/contract/programs";
import { loginAnswer, profile } from "@parley/contract/sessions";
import { sharedTicket, ticket } from "@parley/contract/tickets";
import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import { version } from "../floor/config/version.ts";
import { addExample, programExamples } from "./program-examples.ts";

export type Reference = ReturnType<typeof createDocument>;

/** Shapes that several calls share, with names. */
const schemas = {
  Ticket: ticket,
  SharedTicket: sharedTicket,
  Message: message,
  PrivateMessage: privateMessage,
  Notification: notification,
  Client: clientRow,
  ClientProfile: clientProfile,
  Agent: agentRow,
  Colleague: colleague,
  Profile: profile,
  Condition: condition,
  SignedIn: loginAnswer,
};

const refused = {
  description: "Refused",
  content: { "application/json": { schema: errorAnswer } },
};

const about = `Calls and answers are JSON in UTF-8. Times are ISO 8601 in UTC with milliseconds. A refused call answers with a
status of 400 and more and \`{ message, code }\`: the text for people, the code for programs. A call that changes something
checks \`Origin\` or \`Sec-Fetch-Site\`.`;

export function describeCalls(): Reference {
  const paths: ZodOpenApiPathsObject = {};
  for (const [area, names] of Object.entries(areas)) {
    for (const name of Object.keys(names) as (keyof typeof calls)[]) {
      const call: Call = calls[name];
      const path = call.path.replace(/:(\w+)/g, "{$1}");
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: describe(call, area) };
    }
  }
  const reference: ZodOpenApiObject = {
    openapi: "3.1.0",
    info: { title: "Parley", version, description: about },
    tags: Object.keys(areas).map((name) => ({ name })),
    security: [{ session: [] }],
    components: {
      schemas,
      responses: { Refused: refused },
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "parley",
          description: "Set by signing in; `__Host-parley` where the address is https.",
        },
      },
    },
    paths,
  };
  return createDocument(reference, { override: ({ jsonSchema }) => shorten(jsonSchema) });
}

const programSchemas = {
  Ticket: programTicket,
  Message: programMessage,
  Note: programNote,
  Client: programClient,
  Agent: programAgent,
  Department: programDepartment,
  Channel: programChannel,
  Tag: programTag,
  Field: programField,
  View: programView,
  Organisation: programOrganisation,
  Webhook: programWebhook,
  Delivery: programDelivery,
  Event: programEvent,
  Problem: problem,
};

const aboutPrograms = `Programs call with a key in the header \`Authorization: Bearer\`, which an administrator makes in Settings, Integrations.
Times are RFC 3339 in UTC, ids are UUIDs. A list comes in pages: \`next\` is the cursor for \`after\`. Answers gain keys over time, so
leave out of account what you do not know; what you send must be known. A refused call is a problem (RFC 9457).`;

const aboutAreas: Record<keyof typeof programAreas, string> = {
  Tickets: "Conversations with clients, their messages and notes.",
  Clients: "The people who write.",
  Organisations: "Where clients work.",
  Company: "What tickets and clients refer to.",
  Gateways:
    "A system of your own at which clients write: SMS, an app. What agents answer comes to it by a signed request.",
  Events: "What happens, in order.",
  Webhooks: "Addresses to which events are sent.",
};

/** The calls of programs, below `/api/v1`. */
export function describeProgramCalls(): Reference {
  const paths: ZodOpenApiPathsObject = {};
  for (const [area, names] of Object.entries(programAreas)) {
    for (const name of Object.keys(names) as (keyof typeof calls)[]) {
      const call: Call = calls[name];
      const path = call.path.replace(/:(\w+)/g, "{$1}");
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeProgramCall(call, area) };
    }
  }
  const reference: ZodOpenApiObject = {
    openapi: "3.1.0",
    info: {
      title: "Parley for programs",
      version: "1",
      description: aboutPrograms,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "https://{desk}", variables: { desk: { default: "desk.example.com" } } }],
    tags: Object.entries(aboutAreas).map(([name, description]) => ({ name, description })),
    security: [{ key: [] }],
    components: {
      schemas: programSchemas,
      responses: {
        Problem: {
          description: "Refused; `type` names the reason.",
          content: { "application/problem+json": { schema: problem } },
        },
      },
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "A key: `parley_` and 71 characters." },
      },
    },
    paths,
  };
  return withExamples(
    readable(createDocument(reference, { override: ({ jsonSchema }) => shorten(jsonSchema) })),
  );
}

function withExamples(reference: Reference): Reference {
  for (const names of Object.values(programAreas))
    for (const name of Object.keys(names) as ProgramCallName[]) {
      const { path, method } = calls[name];
      const item = reference.paths?.[path.replace(/:(\w+)/g, "{$1}")] as Record<string, object> | undefined;
      addExample(item?.[method.toLowerCase()] ?? {}, programExamples[name]);
    }
  return reference;
}

/**
 * Names a shape plainly, `Ticket` for `TicketOutput`, since programs never send one; and has each description where
 * readers look for it: beside a type that may be null, and at a parameter.
 */
function readable(reference: Reference): Reference {
  const text = JSON.stringify(reference, (_key, value) => orNull(describeParameter(value)));
  const document = JSON.parse(text.replaceAll(/("#\/components\/schemas\/\w+)Output"/g, '$1"')) as Reference;
  const schemas = document.components?.schemas ?? {};
  for (const name of Object.keys(schemas).filter((name) => name.endsWith("Output"))) {
    schemas[name.slice(0, -"Output".length)] = schemas[name] ?? {};
    delete schemas[name];
  }
  return document;
}

function describeParameter(value: unknown): unknown {
  const {
    in: place,
    schema,
    description,
  } = (value ?? {}) as { in?: string; schema?: Shape; description?: string };
  return place && !description && schema?.description
    ? { ...(value as object), description: schema.description }
    : value;
}

type Shape = { description?: string; anyOf?: Shape[]; type?: string | string[]; enum?: unknown[] };

function orNull(value: unknown): unknown {
  const [shape, none, more] = (value as Shape | null)?.anyOf ?? [];
  if (!shape?.type || none?.type !== "null" || more) return value;
  const { anyOf: _anyOf, ...beside } = value as Shape;
  return {
    ...beside,
    ...shape,
    type: [shape.type, "null"].flat(),
    ...(shape.enum && { enum: [...shape.enum, null] }),
  };
}

const refusals = ["400", "401", "403", "404", "429"] as const;
const refusalsOfChanges = ["409", "412", "422"] as const;

/** They send events again, and change nothing of the webhook. */
const sends = /\/(test|resend)$/;

const headersOfChanges = z.object({
  "Idempotency-Key": z
    .string()
    .max(255)
    .optional()
    .describe("A name of this change: a repeat within a day gets the same answer and changes nothing."),
  "If-Match": z
    .string()
    .optional()
    .describe("The `ETag` that was read: refused with 412 where what it is of has changed since."),
});

/** A repeat of a DELETE needs no name. */
function headersOf({ method, path }: Call) {
  // A message that a gateway hands in has an id of its own.
  if (method === "GET" || path.startsWith("/api/v1/channels/")) return undefined;
  const { "Idempotency-Key": name, "If-Match": version } = headersOfChanges.shape;
  const versioned =
    /^\/api\/v1\/(tickets|clients|organisations|webhooks)\/:id/.test(path) && !sends.test(path);
  const shape = {
    ...(method !== "DELETE" && { "Idempotency-Key": name }),
    ...(versioned && { "If-Match": version }),
  };
  return Object.keys(shape).length > 0 ? z.object(shape) : undefined;
}

function describeProgramCall(call: Call, area: string): ZodOpenApiOperationObject {
  const changes = call.method !== "GET";
  const problems = Object.fromEntries(
    [...refusals, ...(changes ? refusalsOfChanges : [])].map((status) => [
      status,
      { $ref: "#/components/responses/Problem" },
    ]),
  );
  const { responses, ...described } = describe(call, area);
  const { default: _refused, ...carriedOut } = responses ?? {};
  const operationId = call.name.charAt(2).toLowerCase() + call.name.slice(3);
  const header = headersOf(call);
  const requestParams = { ...described.requestParams, ...(header && { header }) };
  return { ...described, requestParams, operationId, responses: { ...carriedOut, ...problems } };
}

/** Drops a pattern that its format implies, and the bounds of safe integers. */
function shorten(schema: { format?: string; pattern?: string; maximum?: number; minimum?: number }): void {
  if (schema.format) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}

function describe(call: Call, area: string): ZodOpenApiOperationObject {
  const { name, summary, ability, params, query, body, answer, status = 200 } = call;
  const open = ability === "public";
  const content = isContent(answer) ? { [answer.content]: {} } : { "application/json": { schema: answer } };
  return {
    operationId: name,
    tags: [area],
    summary,
    description: open ? "Without a session." : `Ability: \`${ability}\`.`,
    ...(open && { security: [] }),
    ...((params || query) && { requestParams: { ...(params && { path: params }), ...(query && { query }) } }),
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    ...(call.form && {
      requestBody: { required: true, content: { "multipart/form-data": formOf(call.form) } },
    }),
    responses: {
      [status]: { description: "Carried out", content },
      default: { $ref: "#/components/responses/Refused" },
    },
  };
}

const formOf = (fields: z.ZodObject) => ({
  schema: fields.extend({ file: z.file().meta({ description: "Comes after the other fields." }) }),
});
