import type { MailTexts } from "./index.ts";

export const en: MailTexts = {
  hello: "Hello {name},",
  helloNobody: "Hello,",
  valid: "The code is valid for 10 minutes, in the browser that asked for it.",
  footer: "Sent by Parley at {host}.",
  registrationCode: {
    subject: "Your Parley verification code",
    title: "Verify your email address",
    lead: "Enter this code to finish registering your company:",
    note: "Did you not ask for it? Then ignore this mail: nothing is registered without the code.",
  },
  resetCode: {
    subject: "Your Parley reset code",
    title: "Reset your password",
    lead: "Enter this code to set a new password:",
    note: "Did you not ask for it? Then ignore this mail: your password stays as it is. Never give the code to anybody.",
  },
  passwordChanged: {
    subject: "Your Parley password was changed",
    title: "Your password was changed",
    lead: "The password of your account has just been changed, and all other devices were signed out.",
    note: "Was it you? Then all is well. If not, set a new password at once and tell your administrator.",
    button: "Set a new password",
  },
  addressChanged: {
    subject: "Your Parley email address was changed",
    title: "Your email address was changed",
    lead: "The address of your account is now {address}. That is where mails go, and what you sign in with.",
    note: "Was it you, or your administrator for you? Then all is well. If not, tell your administrator at once.",
  },
  twoStepOn: {
    subject: "Two-step sign-in at Parley is on",
    title: "Two-step sign-in is on",
    lead: "Signing in to your account now takes a code from an app as well.",
    note: "Was it you? Then all is well. If not, set a new password at once and tell your administrator.",
    button: "Set a new password",
  },
  twoStepOff: {
    subject: "Two-step sign-in at Parley is off",
    title: "Two-step sign-in is off",
    lead: "From now on the password alone lets you in to your account.",
    note: "Was it you? Then all is well. If not, set a new password at once and tell your administrator.",
    button: "Set a new password",
  },
  alreadyRegistered: {
    subject: "You already have a Parley account",
    title: "You already have an account",
    lead: "Somebody tried to register a company with this email address, but it has an account already.",
    note: "Was it you? Sign in, or use “Forgot password?” there. If not, ignore this mail.",
    button: "Sign in",
  },
};
