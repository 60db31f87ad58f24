/** An administrator invites a colleague, who sets their own password. Empty fields are refused with the catalogue's text. */
import { z } from "zod";
import { role } from "./permission-shapes.ts";
import { loose } from "./said.ts";
import { language } from "./sessions.ts";
import { timestamp, uuid } from "./values.ts";

export const invite = z.object({
  email: z.string().max(254).default(""),
  firstName: z.string().max(100).default(""),
  lastName: z.string().max(100).default(""),
  department: z.union([uuid, z.literal("")]).default(""),
  isAdmin: z.boolean().default(false),
  isModerator: z.boolean().default(false),
});
export type Invite = z.infer<typeof invite>;

/** An invitation that was neither accepted nor withdrawn. */
export const invitation = z.object({
  invitationid: uuid,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  departmentid: uuid,
  department_name: z.string(),
  role,
  sent_on: timestamp,
  expires_on: timestamp,
  /** The name of the agent who sent it last. */
  invited_by_name: z.string(),
});
export type Invitation = z.infer<typeof invitation>;

/**
 * `link` is set where there is no mail server, so that the administrator can pass it on. Only this answer contains it.
 */
export const invited = z.object({ invitation, link: z.string().nullable() });
export type Invited = z.infer<typeof invited>;

export const invitationChoice = z.object({ invitationid: uuid });

const token = z.string().max(100).default("");

/** An invitation as the link's page shows it. */
export const openInvitation = z.object({ token });
export const openedInvitation = z.object({
  email: z.string(),
  firstName: z.string(),
  companyName: z.string(),
});
export type OpenedInvitation = z.infer<typeof openedInvitation>;

export const acceptInvitation = z.object({
  token,
  password: z.string().max(1024).default(""),
  confirmPassword: z.string().max(1024).default(""),
  lang: loose(language),
});
export type AcceptInvitation = z.infer<typeof acceptInvitation>;

/** The link of a mail in which an administrator asks for a new password. */
export const openReset = z.object({ token });
export const openedReset = z.object({ email: z.string() });
/** True if a mail has been queued; without a mail server the link is printed to the log. */
export const resetSent = z.object({ mailed: z.boolean() });
export type ResetSent = z.infer<typeof resetSent>;
