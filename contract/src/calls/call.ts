/** The declaration of a call. The files beside declare the calls of an area; `table.ts` joins them. */
import { z } from "zod";
import type { CallAbility } from "../abilities.ts";
import type { CallName } from "./paths.ts";

/** An answer that is not JSON. */
export type Content = { content: string };

export type Declaration = {
  /** One line, for the reference of the calls. */
  summary: string;
  ability: CallAbility;
  /** The places of the path. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** The text fields of a multipart body; they come before `file`. */
  form?: z.ZodObject;
  answer: z.ZodType | Content;
  /** Default 200. */
  status?: 201;
  /** Its weight against an agent's share of calls. Default light. */
  weight?: "search" | "upload" | "export";
  /** Its JSON may hold a document. Bytes of others are bounded by 128 KiB. */
  longBody?: boolean;
  /** A GET that changes something all the same: its origin is checked like a POST's. */
  changesState?: true;
  /** Also for an agent who has yet to set up the second step that their company asks for. */
  beforeTwoStep?: true;
};

/** Of one area, by name: a name that `paths.ts` does not know does not compile. */
export type Declarations = { [Name in CallName]?: Declaration };

/** The answer of a call that has nothing to say: `{}`. */
export const done = z.object({});

export const isContent = (answer: Declaration["answer"]): answer is Content => "content" in answer;
