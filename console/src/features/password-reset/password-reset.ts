import { post } from "../../api/client.ts";

export type NewPassword = { newPassword: string; confirmPassword: string };

export const sendResetCode = (email: string, lang: string): Promise<unknown> =>
  post("/send-reset-password-code", { email, lang });

export const verifyResetCode = (email: string, code: string): Promise<unknown> =>
  post("/verify-email-code", { email, code, isPasswordReset: true });

export const resetPassword = (email: string, given: NewPassword): Promise<unknown> =>
  post("/auth/reset-password", { email, ...given });
