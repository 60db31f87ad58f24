/** The second step of signing in: a code of an authenticator app (RFC 6238), or one of ten recovery codes. */
import { z } from "zod";
import { timestamp } from "./values.ts";

const code = z.string().max(40).default("");

export const twoStepState = z.object({
  /** Null while there is no second step. */
  since: timestamp.nullable(),
  recoveryCodesLeft: z.number().int().nonnegative(),
  /** The company requires a second step of everyone. */
  required: z.boolean(),
});
export type TwoStepState = z.infer<typeof twoStepState>;

/** The secret in base 32 for typing, and as the address that authenticator apps read from a QR code. */
export const twoStepSecret = z.object({ secret: z.string(), uri: z.string() });
export type TwoStepSecret = z.infer<typeof twoStepSecret>;

export const confirmTwoStep = z.object({ code });

/** Proof of the agent's identity: their password, or a code. */
export const twoStepProof = z.object({ password: z.string().max(1024).default(""), code });
export type TwoStepProof = z.infer<typeof twoStepProof>;

/** The codes are shown only once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

export const requireTwoStep = z.object({ required: z.boolean() });
