import { openedReset, openReset } from "../invitations.ts";
import { resetPassword, sendCode } from "../registration.ts";
import {
  addressCode,
  addressResult,
  login,
  loginAnswer,
  loginResult,
  sessionInfo,
  twoStepCode,
} from "../sessions.ts";
import { type Declarations, done } from "./call.ts";

export const signingInCalls = {
  signIn: {
    summary: "Sign in with an e-mail address and a password",
    ability: "public",
    body: login,
    answer: loginResult,
  },
  verifyTwoStep: {
    summary: "Sign in with the code of the second step",
    ability: "public",
    body: twoStepCode,
    answer: loginAnswer,
  },
  confirmAddress: {
    summary: "Confirm one's e-mail address after the first sign-in",
    ability: "public",
    body: addressCode,
    answer: addressResult,
  },
  sendAddressCode: {
    summary: "Send the code for confirming one's e-mail address again",
    ability: "public",
    answer: done,
  },
  signOut: { summary: "Sign out", ability: "public", changesState: true, answer: done },
  getSession: {
    summary: "Whether the caller is signed in; does not extend the session",
    ability: "public",
    answer: sessionInfo,
  },
  sendPasswordResetCode: {
    summary: "Send a code for a new password",
    ability: "public",
    body: sendCode,
    answer: done,
  },
  openReset: {
    summary: "Open the link of an administrator's mail for a new password",
    ability: "public",
    body: openReset,
    answer: openedReset,
  },
  resetPassword: {
    summary: "Set a new password after a code or a link was accepted",
    ability: "public",
    body: resetPassword,
    answer: done,
  },
} satisfies Declarations;
