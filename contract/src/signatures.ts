import { z } from "zod";
import { uuid } from "./values.ts";

/** HTML with variables such as {{agent.first_name}}. */
const html = z.string().max(20_000);

export const signatureQuery = z.object({ departmentid: uuid.optional() });

/** `shown`: the agent's own above the department's, with the variables filled in. */
export const signature = z.object({ own: html, department: html, shown: z.string() });
export type Signature = z.infer<typeof signature>;

export const saveSignature = z.object({ html });
export const savedSignature = z.object({ html });

export const departmentSignature = z.object({ departmentid: uuid, html });
export const departmentSignatures = z.array(departmentSignature);
