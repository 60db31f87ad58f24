/**
 * The desk's own list of routes, with the names and shapes of their inputs, so that a new route is attacked at once.
 */
import type { CallAbility } from "@parley/contract/abilities";
import type { App } from "../../server/src/http/app.ts";
import { routesOf } from "../../server/src/http/guard.ts";
import { describeCalls } from "../../server/src/http/openapi.ts";
import type { Visitor } from "./visitor.ts";

export type Shape = {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  maxLength?: number;
  items?: Shape;
  properties?: Record<string, Shape>;
};
export type Slot = { in: "path" | "query" | "body"; name: string; shape: Shape };
export type Route = {
  /** The route's name, such as `POST /acceptTicket`. */
  name: string;
  method: string;
  url: string;
  ability: CallAbility;
  slots: Slot[];
};

type Call = {
  parameters?: { in: "path" | "query"; name: string; schema: Shape }[];
  requestBody?: { content?: Record<string, { schema: Shape }> };
};

const methods = ["GET", "POST", "PUT", "DELETE", "PATCH"];

export async function describeRoutes(app: App): Promise<Route[]> {
  await app.ready();
  const { paths } = describeCalls() as unknown as { paths: Record<string, Record<string, Call>> };
  return (
    routesOf(app)
      // The routes for programs take a key alone: `access/keys.ts` attacks them.
      .filter(({ method, url }) => methods.includes(method) && !url.startsWith("/api/v1/"))
      .map(({ method, url, ability }) => {
        const call = paths[url.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()] ?? {};
        return { name: `${method} ${url}`, method, url, ability, slots: slotsOf(url, call) };
      })
  );
}

function slotsOf(url: string, { parameters = [], requestBody }: Call): Slot[] {
  const described = parameters.map(({ in: place, name, schema }) => ({ in: place, name, shape: schema }));
  const undescribed = [...url.matchAll(/:(\w+)/g)]
    .map(([, name = ""]) => ({ in: "path" as const, name, shape: { type: "string" } }))
    .filter(({ name }) => !described.some((slot) => slot.in === "path" && slot.name === name));
  const properties = requestBody?.content?.["application/json"]?.schema.properties ?? {};
  const inBody = Object.entries(properties).map(([name, shape]) => ({ in: "body" as const, name, shape }));
  return [...described, ...undescribed, ...inBody];
}

/** Finds the routes that take multipart, whose fields the description does not name. */
export async function findForms(routes: Route[], signedIn: Visitor): Promise<Set<string>> {
  const forms = new Set<string>();
  for (const { name, method, url, ability } of routes) {
    if (method === "GET" || ability === "webhook") continue;
    const path = url.replace(/:\w+/g, "00000000-0000-4000-8000-000000000000");
    const headers = { "content-type": "text/plain" };
    const { text } = await signedIn.call(path, { method, body: "form?", headers });
    if (text.includes("multipart/form-data")) forms.add(name);
  }
  return forms;
}
