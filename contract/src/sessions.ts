import { z } from "zod";
import { role } from "./permission-shapes.ts";
import { timestamp, uuid } from "./values.ts";

export const languages = ["en", "af", "bg", "tr", "es", "ru", "nl", "ja"] as const;
export const language = z.enum(languages);
export type Language = z.infer<typeof language>;

/** Both fields are required, with the text of the catalogue; the server checks emptiness itself to say so. */
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

export const sessionInfo = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("valid"),
    role,
    username: z.string(),
    id: uuid,
    isPushSubscribed: z.boolean(),
    expires: timestamp,
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
  /** Beyond the specification's fields: what the console asks `permissions.ts` with. */
  role,
  departmentid: uuid,
});
export type Profile = z.infer<typeof profile>;

export const userPreference = z.object({ lang: language });
export const changeLanguage = z.object({ lang: language });
