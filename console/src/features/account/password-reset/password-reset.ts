import type { Language } from "@parley/contract/sessions";
import { call } from "../../../api/client.ts";

export type NewPassword = { newPassword: string; confirmPassword: string };

export const sendResetCode = (email: string, lang: string): Promise<unknown> =>
  call("sendPasswordResetCode", { body: { email, lang: lang as Language } });

export const verifyResetCode = (email: string, code: string): Promise<unknown> =>
  call("verifyCode", { body: { email, code, isPasswordReset: true } });

export const resetPassword = (email: string, given: NewPassword): Promise<unknown> =>
  call("resetPassword", { body: { email, ...given } });
