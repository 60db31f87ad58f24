/** The address of a call: the table's method and path, with the call's values put into it. */
import { type CallName, paths } from "@parley/contract/calls/paths";
import type { Body, Form, Params, Query } from "@parley/contract/calls/table";

/** A number is accepted where the server reads one from text. */
type Loose<T> = { [Key in keyof T]: unknown extends T[Key] ? string | number | undefined : T[Key] };
type Part<Key extends string, T> = [T] extends [never]
  ? unknown
  : Record<string, never> extends T
    ? { [K in Key]?: T }
    : { [K in Key]: T };

export type Place<Name extends CallName> = Part<"params", Loose<Params<Name>>> &
  Part<"query", Loose<Query<Name>>>;
export type Given<Name extends CallName> = Place<Name> & Part<"body", Body<Name>>;
export type Fields<Name extends CallName> = Form<Name>;

type Values = Record<string, unknown>;

export function addressOf<Name extends CallName>(
  name: Name,
  place: Place<Name>,
): { method: string; address: string } {
  const { params = {}, query = {} } = place as { params?: Values; query?: Values };
  const [method = "GET", path = "/"] = paths[name].split(" ");
  const filled = path.replace(/:(\w+)/g, (_place, key: string) => encodeURIComponent(String(params[key])));
  const asked = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) asked.set(key, String(value));
  return { method, address: asked.size > 0 ? `${filled}?${asked}` : filled };
}
