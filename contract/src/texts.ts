/** Texts of the specification's catalogue that the server answers with. The console shows them as they are. */
export const texts = {
  fillAllFields: "Please fill in all fields",
  loginFailed: "Invalid email or password. Try again!",
  fileTooLarge: "Filesize too large!",
  fileSizeNotFound: "File size not found.",
  ticketAlreadyAccepted: "Ticket already accepted",
  noTickets: "no tickets",
  emptyField: "Cannot submit an empty field!",
  departmentNotFound: "Department not found!",
  invalidClientId: "Invalid client ID!",
  invalidBotId: "Invalid Telegram Bot Id!",
  someFieldsMissing: "Some fields are missing!",
  updateUserFailed: "Update user failed!",
  tableEnd: "Table end reached!",
  unexpected: "An unexpected error occurred.",
  passwordsDiffer: "Passwords do not match!",
  passwordTooWeak: "Password does not meet the requirements!",
  passwordTooCommon: "This password is one of the most common ones",
  expiredVerification: "Expired verification session",
  codeExpired: "Verification code has expired",
  tooManyAttempts: "Too many failed attempts",
  codeMissing: "Please enter the verification code",
  resetCodeMissing: "Please enter the code sent to your email",
  codeInvalid: "Invalid code. Try again.",
  emailMissing: "Please enter your email address",
  emailInvalid: "Please enter a valid email address",
  emailTaken: "This e-mail address has an account already.",
  countryMissing: "Please select a country",
  resetPasswordsDiffer: "Passwords do not match",
  resetFailed: "Failed to reset password",
} as const;

/** The specification's table for Telegram set-up, by the provider's status. */
export const telegramTexts: Readonly<Record<number, string>> = {
  400: "Invalid Bot ID. Please check your token.",
  401: "Unauthorized. Please verify your bot token.",
  403: "Bot is blocked or the user hasn’t started the chat.",
  404: "Bot not found. Check if your bot exists and is running.",
  409: "Conflict: Another webhook is active. Remove it before proceeding.",
  429: "Rate limit exceeded. Please try again later.",
  500: "Telegram server error. Please retry later.",
};
export const telegramDefaultText = "Something went wrong. Please try again.";
