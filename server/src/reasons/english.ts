/** The English text of every reason: it travels beside the code, and is what logs and the command line show. */
import { type PasswordRule, passwordRules } from "@parley/contract/passwords";
import type { Reason, ReasonCode } from "@parley/contract/reasons";
import { texts } from "@parley/contract/texts";

const ruleTexts = Object.fromEntries(passwordRules.map(({ name, text }) => [name, text])) as Record<
  PasswordRule["name"],
  string
>;

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
  file_address_refused: "{{provider}} named an address that Parley does not fetch files from.",
  file_not_fetched: "The file could not be fetched.",
  file_channel_disconnected: "The channel this file came by is no longer connected.",
  file_broken_off: "The file broke off on its way.",
  storage_full: texts.storageFull,
  server_disk_full: "There is no room left for files on the server. Please tell your administrator.",

  called_elsewhere: "{{provider}} calls {{host}} instead of this address: no message arrives.",
  called_nowhere: "{{provider}} calls nobody instead of this address: no message arrives.",
  webhook_left: "{{provider}} calls {{host}} instead of being asked: no message arrives.",
  updates_wait: "{{waiting}} updates of {{bot}} wait, because {{provider}} cannot call us: {{says}}.",
  provider_away: "{{provider}} answers for no account: it has an outage.",
  network_away: "This server reaches none of its providers.",
  many_failed: "{{failed}} of {{all}} messages of the last hour failed.",
  webhook_off: "Its webhook is switched off: no message arrives.",

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
  https_needed:
    "{{provider}} calls https addresses only. An administrator of the server has to set one (PUBLIC_URL).",
  app_missing:
    "This server has no {{provider}} app of its own yet. Give your app's secret, or ask the server's administrator.",
  token_invalid: "{{provider}} does not accept this token.",
  token_of_other_app: "This token belongs to another {{provider}} app. Give that app's secret too.",
  number_not_in_account: "This account has no number with this id.",
  number_taken: "This number is connected to another company.",

  signed_out: "Please sign in.",
  sign_in_again: texts.signInAgain,
  login_failed: texts.loginFailed,
  not_allowed: "You may not do this.",
  not_found: "Not found.",
  other_site: "This call came from another site.",
  not_ready: "Parley is not ready yet. Please try again.",
  company_busy: "Too much is under way in your company at the moment. Please try again.",
  took_too_long: "This took too long and was stopped. Please try again, or ask for less.",
  too_many_calls: "Too many calls at once. Please try again in a moment.",
  too_many_bodies: "Too many unfinished calls come from your network. Please wait a moment.",
  body_too_slow: "The call was not finished in time.",
  unexpected: texts.unexpected,

  too_many_tries: "Too many tries. Please wait {{seconds}} seconds.",
  too_many_attempts: texts.tooManyAttempts,
  code_sent: "A code was sent already. Another can be sent in {{seconds}} seconds.",
  code_missing: texts.codeMissing,
  reset_code_missing: texts.resetCodeMissing,
  code_invalid: texts.codeInvalid,
  code_expired: texts.codeExpired,
  expired_verification: texts.expiredVerification,

  two_step_required: texts.twoStepRequired,
  two_step_on: "The second step is set up already.",
  two_step_missing: "There is no second step to recover. Please set it up first.",
  own_two_step_first: "Please set up your own second step first.",

  password_wrong: texts.passwordWrong,
  password_for_email: texts.passwordForEmail,
  password_too_weak: texts.passwordTooWeak,
  password_too_common: texts.passwordTooCommon,
  password_length: ruleTexts.length,
  password_uppercase: ruleTexts.uppercase,
  password_lowercase: ruleTexts.lowercase,
  password_number: ruleTexts.number,
  password_special: ruleTexts.special,
  passwords_differ: texts.passwordsDiffer,
  reset_passwords_differ: texts.resetPasswordsDiffer,
  reset_failed: texts.resetFailed,
  reset_link_over: texts.resetLinkOver,

  fill_all_fields: texts.fillAllFields,
  some_fields_missing: texts.someFieldsMissing,
  empty_field: texts.emptyField,
  email_missing: texts.emailMissing,
  email_invalid: texts.emailInvalid,
  email_taken: texts.emailTaken,
  email_in_use: texts.emailInUse,
  own_email_in_profile: texts.ownEmailInProfile,
  no_address_change: texts.noAddressChange,
  country_missing: texts.countryMissing,
  field_missing: "Please fill in: {{field}}",
  field_too_short: "{{field}}: at least {{min}} characters",
  field_too_long: "{{field}}: at most {{max}} characters",
  field_too_small: "{{field}}: at least {{min}}",
  field_too_large: "{{field}}: at most {{max}}",
  field_not_email: "{{field}}: not a valid email address",
  field_invalid: "{{field}}: not valid",
  value_out_of_range: "A value is outside of what can be kept.",

  account_disabled: texts.accountDisabled,
  own_role: "You cannot change your own role or state.",
  last_admin: "The last active administrator of a company stays.",
  agent_ambiguous: "Two agents begin with these characters. Please give the whole id.",
  colleague_disabled: "This colleague is disabled and takes no tickets.",
  colleague_elsewhere: "This colleague is not in that department.",
  already_invited: texts.alreadyInvited,
  too_many_invitations: texts.tooManyInvitations,
  invitation_over: texts.invitationOver,
  department_not_found: texts.departmentNotFound,
  department_unknown: 'There is no department "{{name}}". There are: {{names}}.',
  department_exists: 'There is a department "{{name}}" already.',
  department_has_agents: "{{name}} still has agents. Move them to another department first.",
  department_has_tickets: "{{name}} still has pending tickets. Close or reassign them first.",

  ticket_closed: "This ticket is closed.",
  ticket_ambiguous: "Two tickets begin with these characters. Please give the whole id.",
  not_handler: "Only the agent who handles this ticket may do this.",
  already_accepted: texts.ticketAlreadyAccepted,
  client_id_invalid: texts.invalidClientId,
  client_merged_with_itself: "A client cannot be merged with themselves.",
  client_wrote: "The client has written something new.",
  reply_window_closed:
    "The reply window has closed: until the client writes again, only an approved template can be sent.",
  message_id_taken: "This message id is taken.",
  no_retry_needed: "This message does not need to be sent again.",
  line_not_quotable: "This line cannot be quoted.",
  line_not_pinnable: "This line cannot be pinned.",
  pins_full: "A ticket keeps {{max}} pinned messages. Please unpin one of them first.",
  bubbles_full: "You have {{max}} bubbles, which is all that can be kept.",

  platform_unknown: "Parley does not speak this platform.",
  channel_without_quotes: "Messages cannot be quoted over this channel.",
  channel_without_kind: "This channel does not carry such a message.",
  channel_without_files: "This channel does not carry files.",
  message_too_long:
    "This message is too long: it has {{length}} characters, and the client's messenger takes {{max}}.",
  caption_too_long:
    "This caption is too long: it has {{length}} characters, and the client's messenger takes {{max}}.",

  file_too_large: texts.fileTooLarge,
  file_larger_than: `${texts.fileTooLarge} At most {{max}} MB can be sent here.`,
  picture_only: texts.pictureOnly,
  upload_limit_of_server: "This server takes files of {{max}} MB at most.",
};

export function englishOf({ code, facts, because }: Reason): string {
  const named: Reason["facts"] = because ? { ...facts, because: englishOf(because) } : facts;
  return englishReasons[code].replace(/\{\{(\w+)\}\}/g, (_all, name: string) => String(named[name] ?? ""));
}
