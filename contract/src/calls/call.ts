/** The declaration of a call. The files beside declare the calls of an area; `table.ts` joins them. */
import { z } from "zod";
import type { CallAbility } from "../abilities.ts";
import type { OtherCallName } from "./other-paths.ts";
import type { CallName } from "./paths.ts";
import type { ProgramCallName } from "./program-paths.ts";

/** An answer that is not JSON. */
export type Content = { content: string };

export type Declaration = {
  /** One line, for the reference of the calls. */
  summary: string;
  ability: CallAbility;
  /** The variables of the path. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** The text fields of a multipart body; they come before `file`. */
  form?: z.ZodObject;
  answer: z.ZodType | Content;
  /** The status of a success; 200 when omitted. */
  status?: 201;
  /** The call's weight against an agent's share of calls; light when omitted. */
  weight?: "search" | "upload" | "export";
  /** The JSON may hold a document. Bodies of all other calls are bounded to 128 KiB. */
  longBody?: boolean;
  /** A GET that changes something all the same: its origin is checked like a POST's. */
  changesState?: true;
  /** The call is for programs: it accepts a key alone, and errors are problems (RFC 9457). */
  programs?: true;
  /** An agent may use the call before they have set up the second step that their company requires. */
  beforeTwoStep?: true;
};

/** The declarations of one area, by name: a name that `paths.ts` does not know does not compile. */
export type Declarations = { [Name in CallName | OtherCallName | ProgramCallName]?: Declaration };

/** The answer of a call that returns nothing: `{}`. */
export const done = z.object({});

export const isContent = (answer: Declaration["answer"]): answer is Content => "content" in answer;
