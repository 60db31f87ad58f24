import { z } from "zod";
import { role } from "./permission-shapes.ts";
import { timestamp, uuid } from "./values.ts";

export const languages = ["en", "af", "bg", "tr", "es", "ru", "nl", "ja"] as const;
export const language = z.enum(languages);
export type Language = z.infer<typeof language>;

/** Both fields are required, with the text of the catalogue; the server checks emptiness itself to answer that text. */
export const login = z.object({
  email: z.string().max(254).default(""),
  password: z.string().max(1024).default(""),
});

export const signedInUser = z.object({
  id: uuid,
  userid: uuid,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role,
  departmentid: uuid,
  department_name: z.string(),
  profilePic: z.string().nullable(),
});
export type SignedInUser = z.infer<typeof signedInUser>;

export const loginAnswer = z.object({ user: signedInUser, isPushSubscribed: z.boolean(), lang: language });
export type LoginAnswer = z.infer<typeof loginAnswer>;

/** The password was right, and the second step is still missing: a cookie of this browser leads to it. */
export const secondStepAsked = z.object({ twoStep: z.literal(true) });

/** The password was right, and the address is not confirmed yet: a code was mailed there. */
export const addressAsked = z.object({ confirmAddress: z.literal(true) });

export const loginResult = z.union([loginAnswer, secondStepAsked, addressAsked]);
export type LoginResult = z.infer<typeof loginResult>;

export const twoStepCode = z.object({ code: z.string().max(40).default("") });

export const addressCode = z.object({ code: z.string().max(40).default("") });
export const addressResult = z.union([loginAnswer, secondStepAsked]);
export type AddressResult = z.infer<typeof addressResult>;

/** The reason why a session ended: the agent signed out, their state or role changed, or another one. */
export const sessionEnd = z.enum(["signed_out", "disabled", "role_changed", "ended"]);
export type SessionEnd = z.infer<typeof sessionEnd>;

export const sessionInfo = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("valid"),
    role,
    username: z.string(),
    id: uuid,
    isPushSubscribed: z.boolean(),
    expires: timestamp,
    /** The company requires a second step; until the agent has one, they can do nothing else. */
    setUpTwoStep: z.literal(true).optional(),
  }),
  z.object({ status: z.literal("invalid") }),
]);
export type SessionInfo = z.infer<typeof sessionInfo>;

export const profile = z.object({
  userid: uuid,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  departmentName: z.string(),
  license: z.string(),
  companyName: z.string(),
  profilePic: z.string().nullable(),
  lang: language,
  /** Beyond the specification's fields: the facts that the console passes to `permissions.ts`. */
  role,
  departmentid: uuid,
  departmentids: z.array(uuid),
  /** The address that replaces `email` once it is confirmed. */
  pendingEmail: z.string().nullable(),
  /** True if the agent can take back what they send for some seconds: by their own choice (null: none), and in effect. */
  takeBackChoice: z.boolean().nullable(),
  takeBack: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

export const userPreference = z.object({ lang: language });
export const changeLanguage = z.object({ lang: language });

/** The browser and the operating system, where recognised. */
export const device = z.object({ browser: z.string().nullable(), os: z.string().nullable() });
export type Device = z.infer<typeof device>;

export const ownSession = device.extend({
  sessionid: uuid,
  address: z.string(),
  created_on: timestamp,
  /** Precise to the minute. */
  last_used_on: timestamp,
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const endSession = z.object({ sessionid: uuid });

export const signInOutcome = z.enum(["signed_in", "wrong_password", "wrong_code", "disabled"]);

/** One attempt to sign in to the agent's account. */
export const signInEntry = device.extend({
  id: z.number().int().positive(),
  time: timestamp,
  outcome: signInOutcome,
  address: z.string(),
});
export type SignInEntry = z.infer<typeof signInEntry>;

/** The entries before `before`; the newest when omitted. */
export const signInQuery = z.object({ before: z.coerce.number().int().positive().optional() });
