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
export const invalidBotId = "Invalid Telegram Bot Id!";
