import { companyRegistered, firstSteps, newCompany, sendCode, verifyCode } from "../registration.ts";
import { type Declaration, type Declarations, done } from "./call.ts";

const registerCompany = {
  summary: "Register a company with its first administrator",
  ability: "public",
  body: newCompany,
  answer: companyRegistered,
} satisfies Declaration;

export const registrationCalls = {
  checkCompany: {
    summary: "Check what a company is to be registered with",
    ability: "public",
    body: newCompany,
    answer: done,
  },
  sendRegistrationCode: {
    summary: "Send the code that proves a company's e-mail address",
    ability: "public",
    body: sendCode,
    answer: done,
  },
  verifyCode: {
    summary: "Prove an e-mail address with the code that was sent to it",
    ability: "public",
    body: verifyCode,
    answer: done,
  },
  registerCompany,
  registerParleyCompany: { ...registerCompany, summary: "The same as /register-company" },
  getFirstSteps: {
    summary: "The first steps of a new company",
    ability: "manageSettings",
    answer: firstSteps,
  },
  endFirstSteps: { summary: "Put the first steps away", ability: "manageSettings", answer: firstSteps },
} satisfies Declarations;
