/** The English text of every reason: it travels beside the code, and is what logs and the command line show. */
import type { Reason, ReasonCode } from "@parley/contract/reasons";
import { texts } from "@parley/contract/texts";

export const englishReasons: Record<ReasonCode, string> = {
  text: "{{says}}",
  provider: "{{provider}} says: {{says}}",

  slow_down: "{{provider}} asks to slow down.",
  token_refused:
    "{{provider}} no longer accepts this bot's token. An administrator has to connect the bot again.",
  bot_blocked: "The client has blocked the bot.",
  bot_not_started: "The client has not started a conversation with the bot.",
  client_account_gone: "The client's {{provider}} account no longer exists.",
  client_not_writable: "{{provider}} does not let the bot write to this client.",
  client_unknown: "{{provider}} does not know this client.",
  file_too_large_for: "This file is too large for {{provider}}.",
  text_too_long_for: "This text is too long for {{provider}}.",
  perhaps_arrived: "It may or may not have reached the client: {{because}}",
  provider_error: "{{provider}} had an error of its own ({{status}}).",
  too_late: "It could not be sent in time.",
  too_late_because: "It could not be sent in time. {{because}}",
  interrupted_before: "Parley was interrupted before it sent it.",
  interrupted_while:
    "It may or may not have reached the client: Parley was interrupted while sending it. Send it again if it has not.",
  channel_disconnected: "This channel is no longer connected.",
  credentials_unreadable:
    "The channel's credentials cannot be read any more. An administrator has to connect it again.",
  restored_waiting:
    "It waited to be sent when the backup was made that is restored here, and may have been sent since.",
  restored_without_secret:
    "Restored without the APP_SECRET it was connected under. An administrator has to connect it again.",

  unreachable: "{{provider}} could not be reached.",
  unreachable_error: "{{provider}} could not be reached ({{error}}).",
  no_answer: "{{provider}} did not answer in time.",
  call_aborted: "The call was broken off.",
  answer_unreadable: "{{provider}}'s answer could not be read (status {{status}}).",
  provider_status: "{{provider}} answered {{status}}.",

  file_unreadable: "The file could not be read.",
  file_unreadable_error: "The file could not be read ({{error}}).",
  file_withheld: "{{provider}} does not hand this file over.",
  file_unnamed: "{{provider}} named no file.",
  file_not_fetched: "The file could not be fetched.",
  file_channel_disconnected: "The channel this file came by is no longer connected.",
  file_broken_off: "The file broke off on its way.",
  storage_full: texts.storageFull,
  server_disk_full: "There is no room left for files on the server. Please tell your administrator.",

  called_elsewhere: "{{provider}} calls {{host}} instead of this address: no message arrives.",
  called_nowhere: "{{provider}} calls nobody instead of this address: no message arrives.",
  webhook_left: "{{provider}} calls {{host}} instead of being asked: no message arrives.",
  updates_wait: "{{waiting}} updates of {{bot}} wait, because {{provider}} cannot call us: {{says}}.",

  setup_bad_request: "Invalid Bot ID. Please check your token.",
  setup_unauthorized: "Unauthorized. Please verify your bot token.",
  setup_forbidden: "Bot is blocked or the user hasn’t started the chat.",
  setup_not_found: "Bot not found. Check if your bot exists and is running.",
  setup_conflict: "Conflict: Another webhook is active. Remove it before proceeding.",
  setup_rate_limited: "Rate limit exceeded. Please try again later.",
  setup_server_error: "Telegram server error. Please retry later.",
  setup_failed: "Something went wrong. Please try again.",
  setup_unreachable: "{{provider}} cannot be reached at the moment. Please try again.",
  setup_token_shape: "Invalid Telegram Bot Id!",
  bot_taken: "This bot is connected to another company.",
};

export function englishOf({ code, facts, because }: Reason): string {
  const named: Reason["facts"] = because ? { ...facts, because: englishOf(because) } : facts;
  return englishReasons[code].replace(/\{\{(\w+)\}\}/g, (_all, name: string) => String(named[name] ?? ""));
}
