/** The credentials of a connected number, sealed as one JSON. */
import { z } from "zod";

const credentials = z.object({
  accessToken: z.string(),
  wabaId: z.string(),
  phoneNumberId: z.string(),
  /** The company's own app; null: the installation's. */
  app: z.object({ id: z.string().nullable(), secret: z.string() }).nullable(),
  /** The PIN of the two-step verification, with which the number is registered again. */
  pin: z.string().nullable(),
});
export type Credentials = z.infer<typeof credentials>;

export const credentialsOf = ({ credentials: json }: { credentials: string }): Credentials =>
  credentials.parse(JSON.parse(json));
