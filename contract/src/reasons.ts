/**
 * A reason why something failed or was refused: a code and its facts are stored and sent, each reader words
 * them in their own language. The English text stands beside them on the wire.
 */
import { z } from "zod";
import { refusalFacts } from "./refusals.ts";

/**
 * Every code with the facts its text names. `provider` is a provider's name as it writes itself, `says` its own words,
 * shown unchanged; `because` is another reason.
 */
export const reasonFacts = {
  /** A free text: stored before codes existed, or without a code. */
  text: ["says"],
  /** The provider's own words, where no code here fits. */
  provider: ["provider", "says"],

  slow_down: ["provider"],
  token_refused: ["provider"],
  bot_blocked: [],
  bot_not_started: [],
  client_account_gone: ["provider"],
  client_not_writable: ["provider"],
  client_unknown: ["provider"],
  client_unsubscribed: [],
  client_not_subscribed: [],
  client_not_reached: ["provider"],
  client_device_unfit: ["provider"],
  client_app_old: ["provider"],
  account_blocked: ["provider"],
  account_unknown: ["provider"],
  account_suspended: ["provider"],
  account_not_authorized: ["provider"],
  account_not_inline: ["provider"],
  account_without_chat: ["provider"],
  inline_not_allowed: ["provider"],
  address_refused: ["provider"],
  request_malformed: ["provider"],
  request_incomplete: ["provider"],
  feature_not_in_version: ["provider"],
  broadcast_failed: ["provider"],
  broadcast_not_allowed: ["provider"],
  country_unsupported: ["provider"],
  payments_unsupported: ["provider"],
  free_messages_used: ["provider"],
  no_balance: ["provider"],
  file_type_refused: ["provider", "name"],
  credentials_refused: ["provider"],
  permission_missing: ["provider"],
  client_slow_down: ["provider"],
  provider_trouble: ["provider"],
  request_rejected: ["provider", "says"],
  account_locked: ["provider"],
  country_not_served: ["provider"],
  client_blocked_account: [],
  client_undeliverable: ["provider"],
  spam_limit: ["provider"],
  marketing_limit: ["provider"],
  marketing_refused: [],
  client_in_experiment: ["provider"],
  recipient_is_sender: [],
  recipient_not_listed: ["provider"],
  display_name_not_approved: ["provider"],
  payment_missing: ["provider"],
  number_not_registered: ["provider"],
  kind_not_taken: ["provider"],
  media_not_fetched: ["provider"],
  media_not_taken: ["provider"],
  phone_number_needed: ["provider"],
  template_too_long: [],
  template_against_policy: ["provider"],
  marketing_off: ["provider"],
  pin_wrong: [],
  pin_tries: ["provider"],
  number_not_verified: ["provider"],
  number_tries: ["provider"],
  client_identity_changed: ["provider"],
  callback_refused: ["provider", "host"],
  file_too_large_for: ["provider"],
  text_too_long_for: ["provider"],
  perhaps_arrived: ["because"],
  provider_error: ["provider", "status"],
  too_late: [],
  too_late_because: ["because"],
  interrupted_before: [],
  interrupted_while: [],
  channel_disconnected: [],
  ticket_deleted: [],
  credentials_unreadable: [],
  restored_waiting: [],
  restored_without_secret: [],

  unreachable: ["provider"],
  unreachable_error: ["provider", "error"],
  host_unknown: ["provider"],
  connection_refused: ["provider"],
  no_answer: ["provider"],
  call_aborted: [],
  answer_unreadable: ["provider", "status"],
  provider_status: ["provider", "status"],

  file_unreadable: [],
  file_unreadable_error: ["error"],
  file_withheld: ["provider"],
  file_unnamed: ["provider"],
  file_address_refused: ["provider"],
  file_not_fetched: [],
  file_channel_disconnected: [],
  file_broken_off: [],
  storage_full: [],
  waits_for_room: [],
  file_empty: [],
  visitors_room_full: [],
  server_disk_full: [],
  database_disk_full: [],

  called_elsewhere: ["provider", "host"],
  called_nowhere: ["provider"],
  webhook_left: ["provider", "host"],
  updates_wait: ["provider", "bot", "waiting", "says"],
  provider_away: ["provider"],
  network_away: [],
  many_failed: ["failed", "all"],
  webhook_off: [],
  quality_medium: ["provider"],
  quality_low: ["provider"],

  mail_not_encrypted: ["provider"],
  mail_server_faulty: ["provider"],
  mail_server_unbounded: ["provider"],
  mail_folder_gone: ["name", "provider"],
  mail_consent_withdrawn: ["provider"],
  mail_spf_missing: ["host"],
  mail_dkim_missing: ["host", "name"],
  mail_dmarc_missing: ["host"],
  mail_not_returned: ["provider"],
  mail_copy_missing: ["provider"],
  mail_looks_late: ["provider", "minutes"],
  mail_sign_in_refused: ["provider"],
  mail_consent_refused: ["provider"],
  mailbox_without_imap: [],
  mail_import_runs: [],
  mail_oauth_not_set_up: ["provider", "settings"],

  no_number_connected: [],
  signup_not_set_up: ["settings"],
  signup_over: [],
  signup_without_number: [],
  picture_jpeg_or_png: [],
  template_variable_at_edge: [],
  template_variables_adjacent: [],
  template_header_variables: [],
  template_variables_mixed: [],
  template_variables_unordered: [],
  template_sample_missing: ["name"],
  template_abusive: [],
  template_incorrect_category: [],
  template_invalid_format: [],
  template_promotional: [],
  template_scam: [],
  template_language_mismatch: [],

  setup_bad_request: [],
  setup_unauthorized: [],
  setup_forbidden: [],
  setup_not_found: [],
  setup_conflict: [],
  setup_rate_limited: [],
  setup_server_error: [],
  setup_failed: [],
  setup_unreachable: ["provider"],
  setup_token_shape: [],
  bot_taken: [],
  https_needed: ["provider"],
  app_missing: ["provider"],
  token_invalid: ["provider"],
  token_of_other_app: ["provider"],
  number_not_in_account: [],
  number_taken: [],
  mailboxes_full: ["max"],
  mail_host_private: [],
  mail_bounced: ["address", "says"],
  mail_partly_refused: ["address", "says"],
  channel_without_mail: [],
  mail_file_unknown: [],

  ...refusalFacts,
} as const satisfies Record<string, readonly string[]>;

export type ReasonCode = keyof typeof reasonFacts;
export const reasonCodes = Object.keys(reasonFacts) as [ReasonCode, ...ReasonCode[]];

const plainReason = z.object({
  code: z.enum(reasonCodes),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
});
export const reason = plainReason.extend({ because: plainReason.optional() });
export type Reason = z.infer<typeof reason>;

type FactOf<Code extends ReasonCode> = (typeof reasonFacts)[Code][number];
type Facts<Code extends ReasonCode> = {
  [Fact in FactOf<Code>]: Fact extends "because"
    ? Reason
    : Fact extends
          | "status"
          | "waiting"
          | "failed"
          | "all"
          | "seconds"
          | "length"
          | "line"
          | "min"
          | "max"
          | "agents"
          | "departments"
      ? number
      : string;
};

/** A code without facts can stand for its reason. */
export type BareReason = {
  [Code in ReasonCode]: FactOf<Code> extends never ? Code : never;
}[ReasonCode];

type AnyFacts = Record<string, string | number>;

/** A reason with exactly the facts of its code. */
export function reasonOf<Code extends ReasonCode>(
  code: Code,
  ...[given]: FactOf<Code> extends never ? [] : [Facts<Code>]
): Reason {
  const { because, ...rest } = (given ?? {}) as { because?: Reason } & AnyFacts;
  const facts = storable(rest);
  if (!because) return { code, facts };
  // Reasons nest once: the inner reason keeps no further cause.
  const { because: deeper, ...inner } = because;
  return { code, facts, because: deeper ?? inner };
}

/** Facts may quote a provider. PostgreSQL's JSON holds neither NUL nor half a surrogate pair. */
const storable = (facts: AnyFacts): AnyFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value,
    ]),
  );
