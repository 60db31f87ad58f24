import type { Client } from "openapi-fetch";
import type { components, paths } from "./schema.d.ts";

export type { components, operations, paths } from "./schema.d.ts";

type Schemas = components["schemas"];
export type Ticket = Schemas["Ticket"];
export type Message = Schemas["Message"];
export type Note = Schemas["Note"];
export type ParleyClient = Schemas["Client"];
export type ParleyEvent = Schemas["Event"];
export type Problem = Schemas["Problem"];

export type Options = {
  /** Where the desk is: `https://desk.example.com`. */
  url: string;
  key: string;
  fetch?: (request: Request) => Promise<Response>;
};

/** A client of the desk at `url`, which calls with `key`. */
export function createParley(options: Options): Client<paths>;
