import { z } from "zod";
import { changePassword, updateProfile } from "../profile.ts";
import {
  addressCode,
  changeLanguage,
  endSession,
  ownSession,
  profile,
  signInEntry,
  signInQuery,
  userPreference,
} from "../sessions.ts";
import { confirmTwoStep, recoveryCodes, twoStepProof, twoStepSecret, twoStepState } from "../two-step.ts";
import { type Declarations, done } from "./call.ts";

export const accountCalls = {
  getProfile: { summary: "One's own profile", ability: "account", answer: profile },
  updateProfile: {
    summary: "Change one's own name or e-mail address",
    ability: "account",
    body: updateProfile,
    answer: profile,
  },
  changePicture: {
    summary: "Change one's own picture",
    ability: "account",
    weight: "upload",
    form: z.object({}),
    answer: profile,
  },
  getPreferences: {
    summary: "One's own language; extends the session",
    ability: "account",
    beforeTwoStep: true,
    answer: userPreference,
  },
  changeLanguage: {
    summary: "Change one's own language",
    ability: "account",
    body: changeLanguage,
    answer: userPreference,
  },
  changePassword: {
    summary: "Change one's own password; ends the other sessions",
    ability: "account",
    body: changePassword,
    answer: done,
  },
  sendAddressChangeCode: {
    summary: "Send the code that proves one's new e-mail address again",
    ability: "account",
    answer: done,
  },
  confirmAddressChange: {
    summary: "Prove one's new e-mail address",
    ability: "account",
    body: addressCode,
    answer: profile,
  },
  cancelAddressChange: { summary: "Keep the e-mail address one has", ability: "account", answer: profile },
  listSessions: { summary: "One's own sessions", ability: "account", answer: z.array(ownSession) },
  endSession: { summary: "End one of one's sessions", ability: "account", body: endSession, answer: done },
  endOtherSessions: { summary: "End all of one's other sessions", ability: "account", answer: done },
  listSignIns: {
    summary: "Attempts to sign in to one's account, newest first",
    ability: "account",
    query: signInQuery,
    answer: z.array(signInEntry),
  },
  getTwoStep: {
    summary: "Whether one's second step is set up",
    ability: "account",
    beforeTwoStep: true,
    answer: twoStepState,
  },
  startTwoStep: {
    summary: "Make the secret of a second step",
    ability: "account",
    beforeTwoStep: true,
    answer: twoStepSecret,
  },
  confirmTwoStep: {
    summary: "Turn the second step on with its first code",
    ability: "account",
    beforeTwoStep: true,
    body: confirmTwoStep,
    answer: recoveryCodes,
  },
  changeRecoveryCodes: {
    summary: "Make new recovery codes",
    ability: "account",
    body: twoStepProof,
    answer: recoveryCodes,
  },
  removeTwoStep: {
    summary: "Turn the second step off",
    ability: "account",
    body: twoStepProof,
    answer: twoStepState,
  },
} satisfies Declarations;
