/** Proposals to merge two clients. */
import { z } from "zod";
import { clientRow } from "./client-profiles.ts";
import { timestamp, uuid } from "./values.ts";

/** `kind` says what both have proved: an address, a number, or the subject that pages vouched for by `identify`. */
const proofInCommon = z.object({ kind: z.enum(["address", "number", "subject"]), value: z.string() });

export const mergeProposal = z.object({
  /** The client who came first. */
  client: clientRow,
  other: clientRow,
  reasons: z.array(proofInCommon),
  proposed_on: timestamp,
});
export type MergeProposal = z.infer<typeof mergeProposal>;

/** `client` narrows to the proposals of one; `after` names the two clients of the last one on screen. */
export const mergeProposalQuery = z.object({
  client: uuid.optional(),
  after: z
    .string()
    .regex(/^[\da-f-]{36} [\da-f-]{36}$/)
    .optional(),
});
export type MergeProposalQuery = z.infer<typeof mergeProposalQuery>;

/** `total` counts up to a thousand. */
export const mergeProposals = z.object({
  proposals: z.array(mergeProposal),
  total: z.number().int().nonnegative(),
});
export type MergeProposals = z.infer<typeof mergeProposals>;

export const dismissMergeProposal = z.object({ clientid: uuid, otherid: uuid });
