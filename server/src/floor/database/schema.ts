// Generated from the migrations by `npm run schema`; never edited by hand.

import type { Role } from "@parley/contract/abilities";
import type { ViewSort } from "@parley/contract/built-in-views";
import type { Mend } from "@parley/contract/channel-states";
import type { Condition } from "@parley/contract/conditions/tree";
import type { DraftMail } from "@parley/contract/drafts";
import type { GoalName } from "@parley/contract/goal-words";
import type { GoalTargets } from "@parley/contract/goals";
import type { ActionType, ActorKind, EventKind } from "@parley/contract/ledger";
import type { KeptMail, MailAddress, MailMark, MailReason } from "@parley/contract/mail";
import type { DeliveryStatus, SentChange } from "@parley/contract/messages";
import type { NoteType } from "@parley/contract/notes";
import type { KeptMacro } from "@parley/contract/outgoing";
import type { Reason } from "@parley/contract/reasons";
import type { AgentRouting, DepartmentRouting, OfferWhy, Shift } from "@parley/contract/routing";
import type { RuleAction, RuleWhen } from "@parley/contract/rules";
import type { Language } from "@parley/contract/sessions";
import type { MacroAction } from "@parley/contract/shared-bubbles";
import type { FilledTemplate, TemplateComponents } from "@parley/contract/templates";
import type { MessageType } from "@parley/contract/timeline";
import type { Platform } from "@parley/contract/values";
import type { ColumnType } from "kysely";

type Timestamp = ColumnType<Date, Date | string, Date | string>;

type Generated<T> =
  T extends ColumnType<infer Select, infer Insert, infer Update>
    ? ColumnType<Select, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>;

export type AbsenceTable = {
  agent_id: string;
  company_id: string;
  left_on: Timestamp;
};

export type ActionTable = {
  agent_id: string | null;
  client_id: string | null;
  company_id: string;
  id: Generated<number>;
  rating: number | null;
  ticket_id: string | null;
  time: Timestamp;
  type: ActionType;
};

export type AddressChangeTable = {
  agent_id: string;
  asked_on: Timestamp;
  company_id: string;
  email: string;
};

export type AgentTable = {
  company_id: string;
  created_on: Generated<Timestamp>;
  department_id: string;
  disabled_by: string | null;
  disabled_on: Timestamp | null;
  email: string;
  email_confirmed_on: Timestamp | null;
  first_name: string;
  id: Generated<string>;
  lang: Generated<Language>;
  last_logged_on: Timestamp | null;
  last_name: string;
  password_hash: string;
  profile_pic: string | null;
  push_on: Timestamp | null;
  role: Role;
  signature: Generated<string>;
  take_back: boolean | null;
  username: string;
};

export type AgentAwayTable = {
  agent_id: string;
  away_by: string;
  away_on: Timestamp;
  company_id: string;
  cover_id: string | null;
};

export type AgentRoutingTable = {
  agent_id: string;
  capacity: number;
  company_id: string;
  languages: AgentRouting["languages"];
  shift: Shift | null;
  skills: string[];
};

export type AgentSightTable = {
  agent_id: string;
  company_id: string;
  department_id: string;
};

export type ApiKeyTable = {
  abilities: string[];
  agent_id: string | null;
  company_id: string;
  created_by: string;
  created_on: Timestamp;
  departments: string[] | null;
  ended_on: Timestamp | null;
  expires_on: Timestamp;
  id: Generated<string>;
  last_used_from: string | null;
  last_used_on: Date | null;
  name: string;
  networks: Generated<string[]>;
};

export type ApiKeySecretTable = {
  company_id: string;
  created_on: Timestamp;
  hash: Buffer;
  key_id: string;
  valid_until: Timestamp | null;
};

export type AuditEntryTable = {
  actor_id: string | null;
  actor_name: string;
  changes: Generated<unknown>;
  company_id: string;
  id: Generated<number>;
  subject_id: string | null;
  subject_name: string;
  subject_type: string;
  time: Timestamp;
  verb: string;
};

export type AutomaticDueTable = {
  company_id: string;
  due_on: Timestamp;
  ticket_id: string;
};

export type AutomaticMessageTable = {
  channel_ids: string[];
  closes: boolean;
  company_id: string;
  created_on: Timestamp;
  default_language: string;
  delay_minutes: number;
  deleted_on: Timestamp | null;
  department_ids: string[];
  enabled_on: Timestamp | null;
  id: Generated<string>;
  name: string;
  occasion: "conversation_begins" | "outside_hours" | "not_accepted" | "client_silent" | "closed";
  template: string | null;
  template_variables: Generated<unknown>;
  texts: unknown;
};

export type AutomaticOutcomeTable = {
  automatic_id: string;
  company_id: string;
  message_id: string | null;
  number: number;
  outcome: "sent" | "skipped" | "closed";
  reason: string | null;
  ticket_id: string;
  time: Timestamp;
};

export type BubbleTable = {
  agent_id: string;
  company_id: string;
  content: string;
  created_on: Timestamp;
  id: Generated<string>;
  name: string;
  updated_on: Timestamp;
};

export type ChannelTable = {
  attention_mend: Mend | null;
  attention_on: Timestamp | null;
  attention_reason: Reason | null;
  broken_by: "traffic" | "check" | "silence" | null;
  broken_mend: Mend | null;
  broken_on: Timestamp | null;
  broken_reason: Reason | null;
  check_outcome: "working" | "attention" | "broken" | "unreachable" | null;
  checked_on: Timestamp | null;
  company_id: string;
  conduct: unknown | null;
  created_on: Generated<Timestamp>;
  credentials: Buffer;
  department_id: string | null;
  external_id: string;
  id: Generated<string>;
  last_in_on: Timestamp | null;
  last_out_on: Timestamp | null;
  mailed_on: Timestamp | null;
  many_companies: Generated<boolean>;
  name: string;
  next_check_on: Timestamp | null;
  options: Generated<unknown>;
  outage_on: Timestamp | null;
  place: unknown | null;
  platform: Platform;
  poll_lease_by: string | null;
  poll_lease_until: Timestamp | null;
  recovered_on: Timestamp | null;
  removed_on: Timestamp | null;
  sends_from: Timestamp | null;
  suspected_on: Timestamp | null;
  username: string | null;
  webhook_off_on: Timestamp | null;
  webhook_secret_hash: Buffer | null;
};

export type ChannelSignupTable = {
  agent_id: string;
  company_id: string;
  expires_on: Timestamp;
  platform: Platform;
  token: Buffer;
};

export type ClientTable = {
  account_number: string | null;
  address: string | null;
  blocked_by: string | null;
  blocked_messages: Generated<number>;
  blocked_on: Timestamp | null;
  company_id: string;
  created_on: Generated<Timestamp>;
  id: Generated<string>;
  merged_into: string | null;
  name: string;
  note: string | null;
  organisation_chosen_on: Timestamp | null;
  organisation_id: string | null;
  picture: string | null;
  short_id: Generated<string>;
};

export type ClientIdentityTable = {
  alias: string | null;
  avatar_asked_on: Timestamp | null;
  avatar_fetched: string | null;
  avatar_ref: string | null;
  channel_id: string;
  client_id: string;
  company_id: string;
  country: string | null;
  created_on: Generated<Timestamp>;
  external_id: string;
  lang: string | null;
  reachability_on: Timestamp | null;
  read_up_to: string | null;
  unreachable_on: Timestamp | null;
  unreachable_reason: Reason | null;
  username: string | null;
};

export type ClientMergeTable = {
  company_id: string;
  filled: Generated<unknown>;
  given_fields: Generated<string[]>;
  given_tags: Generated<string[]>;
  id: Generated<string>;
  identities: unknown;
  kept_id: string;
  merged_by: string | null;
  merged_id: string;
  merged_on: Timestamp;
  undone_by: string | null;
  undone_on: Timestamp | null;
};

export type ClientTagTable = {
  client_id: string;
  company_id: string;
  tag_id: string;
};

export type ClientValueTable = {
  choice: string | null;
  client_id: string;
  company_id: string;
  day: Date | null;
  field_id: string;
  number: number | null;
  text: string | null;
  yes: boolean | null;
};

export type CompanyTable = {
  company_id: Generated<string>;
  counted_to: string | null;
  counting_zone: string | null;
  country: string | null;
  created_on: Generated<Timestamp>;
  figures_zone: Generated<string>;
  max_storage_gb: number | null;
  max_upload_mb: number | null;
  mentions_elsewhere: Generated<boolean>;
  name: string;
  organisations_join: Generated<boolean>;
  phone: string | null;
  plan: Generated<string>;
  reopen_window_hours: Generated<number>;
  set_up_on: Timestamp | null;
  tags_closed: Generated<boolean>;
  take_back: Generated<boolean>;
  take_over_minutes: number | null;
  time_zone: Generated<string>;
  two_step_required_on: Timestamp | null;
};

export type CompanySlugTable = {
  company_id: string;
  left_on: Timestamp | null;
  slug: string;
  taken_on: Generated<Timestamp>;
};

export type DepartmentTable = {
  company_id: string;
  created_on: Generated<Timestamp>;
  deleted_on: Timestamp | null;
  id: Generated<string>;
  name: string;
  signature: Generated<string>;
};

export type DraftTable = {
  agent_id: string;
  company_id: string;
  content: string;
  mail: DraftMail | null;
  ticket_id: string;
  updated_on: Timestamp;
};

export type EarlyEventTable = {
  channel_id: string;
  company_id: string;
  created_on: Timestamp;
  event: unknown;
  external_id: string;
  kind: "edit" | "delete" | "reaction" | "quote" | "receipt";
};

export type EarlyReceiptTable = {
  channel_id: string;
  company_id: string;
  created_on: Timestamp;
  external_id: string;
  reason: Reason | null;
  status: "sent" | "failed" | "delivered" | "read";
};

export type EventTable = {
  actor_id: string | null;
  actor_kind: ActorKind;
  company_id: string;
  facts: Generated<unknown>;
  id: Generated<number>;
  kind: EventKind;
  number: number;
  place: number | null;
  subject_id: string;
  subject_type: "ticket" | "client" | "agent" | "department" | "channel" | "company" | "inbox";
  time: Timestamp;
};

export type EventCursorTable = {
  place: number;
  subscriber: string;
};

export type FailedMessageTable = {
  agent_id: string;
  company_id: string;
  failed_on: Timestamp;
  message_id: string;
  ticket_id: string;
};

export type FieldTable = {
  archived_on: Timestamp | null;
  choices: Generated<unknown>;
  company_id: string;
  created_on: Timestamp;
  deleted_on: Timestamp | null;
  id: Generated<string>;
  name: string;
  owner: "ticket" | "client" | "organisation";
  place: number;
  type: "text" | "number" | "date" | "choice" | "yes_no" | "link";
};

export type FigureDayTable = {
  agent_id: string | null;
  bucket: number;
  channel_id: string | null;
  company_id: string;
  count: number;
  day: Date;
  department_id: string | null;
  grain: "company" | "person" | "department" | "agent" | "tag";
  measure: number;
  tag_id: string | null;
};

export type FigureDueTable = {
  company_id: string;
  due_on: Timestamp;
  ticket_id: string;
};

export type FigureFillTable = {
  after: string;
  company_id: string;
  version: number;
};

export type FigureMailTable = {
  agent_id: string;
  company_id: string;
  mailed_week: Date;
};

export type FigureSpanTable = {
  channel_id: string;
  company_id: string;
  department_id: string;
  facts: unknown;
  first_day: Date;
  last_day: Date;
  span: number;
  tags: string[];
  ticket_id: string;
  waits: Generated<boolean>;
};

export type FileTable = {
  attempts: Generated<number>;
  company_id: string;
  copy_of: string | null;
  created_on: Generated<Timestamp>;
  duration_ms: number | null;
  fetching_by: string | null;
  height: number | null;
  id: Generated<string>;
  media_type: string | null;
  name: string;
  next_attempt_on: Timestamp | null;
  private_chat_id: string | null;
  reason: Reason | null;
  remote_ref: string | null;
  size: number | null;
  state: "arriving" | "ready" | "too_large" | "failed";
  still_ref: string | null;
  storage_key: string | null;
  thumbnail_key: string | null;
  ticket_id: string | null;
  waveform: number[] | null;
  width: number | null;
};

export type GoalPolicyTable = {
  changed_on: Timestamp;
  company_id: string;
  condition: Condition;
  deleted_on: Timestamp | null;
  id: Generated<string>;
  in_hours: boolean;
  name: string;
  pauses: boolean;
  place: number;
  targets: GoalTargets;
};

export type GoalRedateTable = {
  after: string;
  company_id: string;
  due_on: Timestamp;
  version: number;
};

export type GoalSpanTable = {
  began_on: Timestamp;
  company_id: string;
  department_id: string;
  due_on: Timestamp | null;
  ended_on: Timestamp | null;
  goal: "first" | "next" | "solved";
  minutes: number;
  missed_on: Timestamp | null;
  paused_ms: number;
  paused_on: Timestamp | null;
  policy_id: string;
  ticket_id: string;
  told_on: Timestamp | null;
  warn_on: Timestamp | null;
  warned_on: Timestamp | null;
};

export type GreetingTable = {
  channel_id: string;
  company_id: string;
  external_id: string;
  greeted_on: Timestamp;
  token: string;
};

export type HandlerTotalTable = {
  accepted: number;
  begun: number;
  closed: number;
  closed_accepted: number;
  closed_begun: number;
  closed_waited: number;
  company_id: string;
  day: Date;
  department_id: string;
  handler_id: string;
  platform: string;
  rated: number;
  span: Generated<"day" | "month">;
  stars: number;
  tickets: number;
  waited: number;
  zone: string;
};

export type IdentityProofTable = {
  channel_id: string;
  company_id: string;
  external_id: string;
  kind: "address" | "number" | "subject";
  proven_on: Timestamp;
  value: string;
};

export type InvitationTable = {
  accepted_on: Timestamp | null;
  agent_id: string | null;
  company_id: string;
  created_on: Timestamp;
  department_id: string;
  email: string;
  expires_on: Timestamp;
  first_name: string;
  id: Generated<string>;
  invited_by: string;
  last_name: string;
  role: "admin" | "moderator" | null;
  sent_on: Timestamp;
  token_hash: Buffer;
  withdrawn_by: string | null;
  withdrawn_on: Timestamp | null;
};

export type KnownDeviceTable = {
  agent_id: string;
  company_id: string;
  expires_on: Timestamp;
  last_used_on: Timestamp;
  token_hash: Buffer;
};

export type LedgerEpochTable = {
  epoch: Generated<string>;
  one: Generated<boolean>;
};

export type MacroRunTable = {
  agent_id: string;
  company_id: string;
  id: string;
  made: unknown;
  message_id: string | null;
  run_on: Timestamp;
  ticket_id: string;
  undone_on: Timestamp | null;
};

export type MailTable = {
  address: string;
  attempts: Generated<number>;
  created_on: Timestamp;
  failed_on: Timestamp | null;
  id: Generated<string>;
  next_attempt_on: Timestamp;
  reason: string | null;
  sealed: Buffer | null;
  sending_by: string | null;
  sending_until: Timestamp | null;
  sent_on: Timestamp | null;
  until_on: Timestamp;
};

export type MailCodeTable = {
  account: Buffer;
  browser: Buffer;
  code_hash: Buffer;
  expires_on: Timestamp;
  purpose: "registration" | "password_reset" | "address";
  sent_on: Timestamp;
  tries: Generated<number>;
};

export type MailGrantTable = {
  account: Buffer;
  agent_id: string | null;
  company_id: string | null;
  expires_on: Timestamp;
  purpose: "registration" | "password_reset";
  token_hash: Buffer;
};

export type MailImportTable = {
  cancelled: Generated<boolean>;
  channel_id: string;
  company_id: string;
  days: number;
  ended_on: Timestamp | null;
  folders: string[];
  found: number | null;
  id: string;
  leaves_open: Generated<boolean>;
  position: unknown | null;
  skipped: Generated<number>;
  started_by: string;
  started_on: Timestamp;
  taken: Generated<number>;
  unread: Generated<number>;
};

export type MailProbeTable = {
  agent_id: string;
  channel_id: string;
  company_id: string;
  failed_on: Timestamp | null;
  id: string;
  kind: "test" | "reply" | "bounce";
  returned_on: Timestamp | null;
  sent_on: Timestamp;
  server: string;
};

export type MailReferenceTable = {
  channel_id: string;
  company_id: string;
  created_on: Timestamp;
  message_id: string | null;
  message_ref: string;
  ticket_id: string;
};

export type MailUploadTable = {
  agent_id: string;
  channel_id: string;
  company_id: string;
  created_on: Timestamp;
  file_id: string;
};

export type MergeProposalTable = {
  company_id: string;
  dismissed_by: string | null;
  dismissed_on: Timestamp | null;
  first_id: string;
  proposed_on: Timestamp;
  second_id: string;
};

export type MessageTable = {
  agent_id: string | null;
  agent_reaction: string | null;
  agent_reaction_reason: Reason | null;
  album: string | null;
  attempts: Generated<number>;
  author: string | null;
  caption: string | null;
  change: SentChange | null;
  channel_id: string;
  client_id: string;
  client_no: number;
  company_id: string;
  content: Generated<string>;
  created_on: Timestamp;
  deadline_on: Timestamp | null;
  edited_on: Timestamp | null;
  external_id: string | null;
  file_id: string | null;
  has_mail: boolean | null;
  id: Generated<string>;
  is_agent: boolean;
  next_attempt_on: Timestamp | null;
  original_id: string | null;
  purpose: "rating_question" | "automatic" | null;
  reaction: string | null;
  sending_by: string | null;
  sending_until: Timestamp | null;
  seq: number;
  split_from: string | null;
  split_into: string | null;
  status: DeliveryStatus | null;
  status_reason: Reason | null;
  template: FilledTemplate | null;
  ticket_id: string;
  type: MessageType;
};

export type MessageChangingTable = {
  company_id: string;
  message_id: string;
  until: Timestamp;
};

export type MessageFileTable = {
  cid: string | null;
  company_id: string;
  file_id: string;
  inline: Generated<boolean>;
  message_id: string;
  position: number;
};

export type MessageMailTable = {
  bcc_list: Generated<MailAddress[]>;
  bounced_on: Timestamp | null;
  cc_list: Generated<MailAddress[]>;
  company_id: string;
  content_hash: string | null;
  forwarded: Generated<boolean>;
  html: string | null;
  html_file_id: string | null;
  marks: Generated<MailMark[]>;
  message_id: string;
  message_ref: string;
  quoted_id: string | null;
  raw_file_id: string | null;
  reference_refs: Generated<string[]>;
  reply_to: Generated<MailAddress[]>;
  rest: Generated<boolean>;
  sender: MailAddress;
  subject: string;
  ticket_id: string;
  to_list: Generated<MailAddress[]>;
  why: MailReason;
};

export type MessageTemplateTable = {
  category: string;
  channel_id: string;
  company_id: string;
  components: TemplateComponents;
  created_on: Timestamp;
  id: Generated<string>;
  language: string;
  name: string;
  provider_id: string;
  reason: Reason | null;
  status: string;
  title: string | null;
  updated_on: Timestamp;
};

export type MessageVersionTable = {
  agent_id: string;
  caption: string | null;
  changed_on: Timestamp;
  company_id: string;
  content: string;
  file_name: string | null;
  kind: "edit" | "delete";
  message_id: string;
  number: number;
  ticket_id: string;
  type: MessageType;
};

export type NoteTable = {
  agent_id: string | null;
  author: string | null;
  company_id: string;
  content: string;
  created_on: Timestamp;
  deleted_on: Timestamp | null;
  edited_on: Timestamp | null;
  file_id: string | null;
  id: Generated<string>;
  key_id: string | null;
  rule_id: string | null;
  ticket_id: string;
  type: Generated<NoteType>;
};

export type NoteDraftTable = {
  agent_id: string;
  company_id: string;
  content: string;
  ticket_id: string;
  updated_on: Timestamp;
};

export type NoteMentionTable = {
  agent_id: string | null;
  company_id: string;
  department_id: string | null;
  name: string;
  note_id: string;
  removed_on: Timestamp | null;
};

export type NoticeMailTable = {
  about: "notification" | "ticket";
  agent_id: string;
  company_id: string;
  subject_id: string;
};

export type NoticeMailDueTable = {
  agent_id: string;
  company_id: string;
  due_on: Timestamp | null;
  mailed_on: Timestamp | null;
};

export type NoticeSettingTable = {
  agent_id: string;
  company_id: string;
  kinds: Generated<unknown>;
  quiet: unknown | null;
};

export type NotificationTable = {
  agent_id: string;
  by_name: string | null;
  channel_id: string | null;
  channel_platform: Platform | null;
  company_id: string;
  created_on: Timestamp;
  ended_on: Timestamp | null;
  followed: Generated<boolean>;
  id: Generated<string>;
  listed: Generated<boolean>;
  message_id: string | null;
  message_seq: number | null;
  name: string;
  note_id: string | null;
  reason: Reason | null;
  seen_on: Timestamp | null;
  sender_id: string | null;
  ticket_id: string | null;
  type:
    | "text"
    | "rating"
    | "channel"
    | "handover"
    | "failed"
    | "mention"
    | "takeover"
    | "outgoing"
    | "webhook"
    | "rule"
    | "goal"
    | "offer";
  unread: Generated<number>;
};

export type OpenSpanTable = {
  before: number;
  company_id: string;
  from_on: Timestamp;
  owner_id: string;
  to_on: Timestamp;
};

export type OpeningHoursTable = {
  company_id: string;
  days: unknown;
  department_id: string | null;
  exceptions: unknown;
  spans_until: Timestamp | null;
  time_zone: string;
};

export type OrganisationTable = {
  company_id: string;
  created_on: Timestamp;
  deleted_on: Timestamp | null;
  id: Generated<string>;
  name: string;
  note: string | null;
};

export type OrganisationDomainTable = {
  company_id: string;
  domain: string;
  organisation_id: string;
};

export type OrganisationValueTable = {
  choice: string | null;
  company_id: string;
  day: Date | null;
  field_id: string;
  number: number | null;
  organisation_id: string;
  text: string | null;
  yes: boolean | null;
};

export type OutgoingTable = {
  agent_id: string;
  channel_id: string | null;
  company_id: string;
  content: string;
  created_on: Timestamp;
  dropped_on: Timestamp | null;
  due_on: Timestamp | null;
  file_id: string | null;
  held: Generated<boolean>;
  id: string;
  macro: KeptMacro | null;
  macro_due_on: Timestamp | null;
  mail: KeptMail | null;
  mail_due_on: Timestamp | null;
  original_id: string | null;
  seen_seq: number;
  stopped_on: Timestamp | null;
  stopped_why: Reason | null;
  ticket_id: string | null;
  tries: Generated<number>;
  type: "text" | "audio" | "image" | "document" | "video";
};

export type ParticipantTable = {
  company_id: string;
  created_on: Timestamp;
  external_id: string;
  known: Generated<boolean>;
  name: string;
  ticket_id: string;
};

export type PinTable = {
  company_id: string;
  message_id: string;
  pinned_by: string;
  pinned_on: Timestamp;
  ticket_id: string;
};

export type PresenceTable = {
  agent_id: string;
  company_id: string;
  connections: number;
  process_id: string;
};

export type PrivateChatTable = {
  company_id: string;
  created_on: Timestamp;
  id: Generated<string>;
  last_message_on: Timestamp | null;
  last_seq: Generated<number>;
  one_id: string;
  one_messages: Generated<number>;
  other_id: string;
  other_messages: Generated<number>;
};

export type PrivateMessageTable = {
  chat_id: string;
  company_id: string;
  content: Generated<string>;
  created_on: Timestamp;
  file_id: string | null;
  id: string;
  sender_id: string;
  sender_no: number;
  seq: number;
  type: "text" | "audio" | "image" | "document" | "video";
};

export type PrivateReadTable = {
  agent_id: string;
  chat_id: string;
  company_id: string;
  messages: number;
  read_on: Timestamp;
  seq: number;
};

export type ProcessTable = {
  id: string;
  lease_until: Timestamp;
  started_on: Timestamp;
  worker_ids: Generated<string[]>;
};

export type ProgramRepeatTable = {
  actor_id: string;
  answer: string;
  company_id: string;
  created_on: Timestamp;
  hash: Buffer;
  name: string;
};

export type PurgedMessageTable = {
  company_id: string;
  hash: string;
  purged_on: Timestamp;
};

export type PushSubscriptionTable = {
  agent_id: string;
  auth: string;
  company_id: string;
  created_on: Timestamp;
  endpoint: string;
  id: Generated<string>;
  off_on: Timestamp | null;
  p256dh: string;
  session_hash: Buffer | null;
};

export type QueuedReactionTable = {
  attempts: Generated<number>;
  channel_id: string;
  company_id: string;
  created_on: Timestamp;
  message_id: string;
  next_attempt_on: Timestamp | null;
  reaction: string | null;
  reason: Reason | null;
  sending_by: string | null;
  sending_until: Timestamp | null;
  shown: string | null;
  ticket_id: string;
  version: Generated<number>;
};

export type RateCountTable = {
  count: number;
  key: Buffer;
  until_on: Timestamp;
};

export type RecoveryCodeTable = {
  agent_id: string;
  code_hash: Buffer;
  company_id: string;
  used_on: Timestamp | null;
};

export type RoutingTable = {
  company_id: string;
  department_id: string;
  grace_seconds: number;
  mode: "off" | "round_robin" | "least_open";
  offer_minutes: number;
  previous_days: number;
  weights: DepartmentRouting["weights"];
};

export type RuleTable = {
  company_id: string;
  deleted_on: Timestamp | null;
  enabled_on: Timestamp | null;
  id: Generated<string>;
  number: number;
  off_gone: "tag" | "department" | "field" | "agent" | "bubble" | "webhook" | null;
  off_name: string | null;
  place: number;
  version: number;
};

export type RuleDueTable = {
  company_id: string;
  due_on: Timestamp;
  number: number;
  ticket_id: string;
  tries: Generated<number>;
};

export type RuleJudgementTable = {
  company_id: string;
  heard: string;
  judged: string;
  occasion: string;
  ticket_id: string;
  time: Timestamp;
};

export type RuleRunTable = {
  chain: string[];
  company_id: string;
  first: number;
  last: number;
  occasion: string;
  rule_id: string;
  ticket_id: string;
  time: Timestamp;
  version: number;
};

export type RuleVersionTable = {
  actions: RuleAction[];
  changed_by: string;
  changed_on: Timestamp;
  company_id: string;
  condition: Condition;
  departments: string[] | null;
  heard: RuleWhen;
  name: string;
  rule_id: string;
  stops: boolean;
  version: number;
};

export type RuleWaitTable = {
  company_id: string;
  due_on: Timestamp | null;
  rule_id: string;
  since: Timestamp;
  ticket_id: string;
};

export type ServerSecretTable = {
  created_on: Generated<Timestamp>;
  name: string;
  sealed: Buffer;
};

export type SessionTable = {
  address: Generated<string>;
  agent_id: string;
  company_id: string;
  created_on: Timestamp;
  expires_on: Timestamp;
  id: Generated<string>;
  last_used_on: Timestamp;
  token_hash: Buffer;
  user_agent: Generated<string>;
};

export type SharedBubbleTable = {
  actions: Generated<MacroAction[]>;
  company_id: string;
  content: string;
  created_on: Timestamp;
  department_id: string | null;
  folded_name: Generated<string>;
  folder: string;
  id: Generated<string>;
  language: string | null;
  name: string;
  updated_on: Timestamp;
  uses: Generated<number>;
  words: Generated<string>;
};

export type SharedBubbleFileTable = {
  bubble_id: string;
  company_id: string;
  file_id: string;
};

export type SignInTable = {
  address: string;
  agent_id: string;
  company_id: string;
  id: Generated<number>;
  outcome: "signed_in" | "wrong_password" | "wrong_code" | "disabled";
  time: Timestamp;
  user_agent: string;
};

export type SignInChallengeTable = {
  agent_id: string;
  company_id: string;
  expires_on: Timestamp;
  step: Generated<"second_step" | "address">;
  token_hash: Buffer;
  tries: Generated<number>;
};

export type SignInTryTable = {
  account: Buffer;
  failures: number;
  last_on: Timestamp;
  source: Buffer;
};

export type StorageTotalTable = {
  bytes: number;
  company_id: string;
};

export type TableColumnsTable = {
  agent_id: string;
  columns: string[];
  company_id: string;
  list: "tickets" | "clients" | "organisations";
};

export type TagTable = {
  archived_on: Timestamp | null;
  colour: "grey" | "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "purple" | "pink";
  company_id: string;
  created_on: Timestamp;
  deleted_on: Timestamp | null;
  id: Generated<string>;
  name: string;
};

export type TicketTable = {
  accepted_by: string | null;
  accepted_on: Timestamp | null;
  back_why: "time" | "client" | null;
  begun_by: string | null;
  channel_id: string;
  client_external_id: string;
  client_id: string;
  client_messages: Generated<number>;
  client_waits_since: Timestamp | null;
  client_wrote_on: Timestamp | null;
  closed_by: string | null;
  closed_by_name: string | null;
  closed_on: Timestamp | null;
  closed_silently_on: Timestamp | null;
  company_id: string;
  created_on: Timestamp;
  deleted_by: string | null;
  deleted_on: Timestamp | null;
  department_id: string;
  goal_answered: boolean | null;
  goal_due: GoalName | null;
  goal_due_on: Timestamp | null;
  goal_missed: boolean | null;
  goal_paused: boolean | null;
  goal_policy_id: string | null;
  goal_waits_since: Timestamp | null;
  handler_id: string | null;
  id: Generated<string>;
  imported: boolean | null;
  last_client_author: string | null;
  last_client_content: string | null;
  last_client_type: MessageType | null;
  last_message_agent_id: string | null;
  last_message_author: string | null;
  last_message_automatic: boolean | null;
  last_message_content: string | null;
  last_message_is_agent: boolean | null;
  last_message_on: Timestamp | null;
  last_message_type: MessageType | null;
  last_seq: Generated<number>;
  mail_subject: string | null;
  merged_by: string | null;
  merged_into: string | null;
  merged_on: Timestamp | null;
  merged_tickets: string[] | null;
  platform: Platform;
  priority: Generated<"low" | "normal" | "high" | "urgent">;
  rated_on: Timestamp | null;
  rating: number | null;
  reactions_wait: Generated<boolean>;
  reopened_count: Generated<number>;
  reopened_on: Timestamp | null;
  reply_window_until: Timestamp | null;
  snoozed_by: string | null;
  snoozed_on: Timestamp | null;
  snoozed_until: Timestamp | null;
  spam_blocked: boolean | null;
  spam_by: string | null;
  spam_on: Timestamp | null;
  split_from: string | null;
  stage_version: Generated<number>;
  thread: string;
  updated_on: Timestamp;
  version: Generated<number>;
  waited_ms: number | null;
};

export type TicketFollowerTable = {
  agent_id: string;
  company_id: string;
  followed_on: Timestamp;
  ticket_id: string;
};

export type TicketOfferTable = {
  agent_id: string;
  company_id: string;
  ended:
    | "accepted"
    | "taken"
    | "lapsed"
    | "left"
    | "away"
    | "shift_over"
    | "gone"
    | "not_waiting"
    | "off"
    | null;
  ended_on: Timestamp | null;
  offered_on: Timestamp;
  ticket_id: string;
  turn: Generated<number>;
  until: Timestamp;
  why: OfferWhy;
};

export type TicketReadTable = {
  agent_id: string;
  client_messages: number;
  company_id: string;
  read_on: Timestamp;
  seq: number;
  ticket_id: string;
};

export type TicketSightTable = {
  agent_id: string | null;
  company_id: string;
  department_id: string | null;
  given_by: string | null;
  given_on: Timestamp;
  ticket_id: string;
};

export type TicketTagTable = {
  company_id: string;
  tag_id: string;
  ticket_id: string;
};

export type TicketTotalTable = {
  accepted: number;
  begun: Generated<number>;
  closed: number;
  closed_accepted: number;
  closed_begun: Generated<number>;
  closed_waited: number;
  company_id: string;
  day: Date;
  department_id: string;
  pending: number;
  platform: string;
  rated: number;
  span: Generated<"day" | "month">;
  stars: number;
  tickets: number;
  waited: number;
  zone: string;
};

export type TicketTotalChangeTable = {
  accepted: number;
  begun: Generated<number>;
  closed: number;
  closed_accepted: number;
  closed_begun: Generated<number>;
  closed_waited: number;
  company_id: string;
  day: Date;
  department_id: string;
  handler_id: string | null;
  id: Generated<number>;
  pending: number;
  platform: string;
  rated: number;
  stars: number;
  tickets: number;
  waited: number;
  zone: string;
};

export type TicketValueTable = {
  choice: string | null;
  company_id: string;
  day: Date | null;
  field_id: string;
  number: number | null;
  text: string | null;
  ticket_id: string;
  yes: boolean | null;
};

export type TwoStepTable = {
  agent_id: string;
  company_id: string;
  confirmed_on: Timestamp | null;
  created_on: Timestamp;
  last_step: Generated<number>;
  sealed: Buffer;
};

export type ViewTable = {
  company_id: string;
  condition: Condition;
  created_by: string;
  created_on: Timestamp;
  department_id: string | null;
  id: Generated<string>;
  name: string;
  owner_id: string | null;
  sort: ViewSort;
};

export type ViewOrderTable = {
  agent_id: string;
  company_id: string;
  keys: string[];
};

export type VisitTable = {
  channel_id: string;
  company_id: string;
  page: unknown;
  thread: string;
};

export type VisitorTable = {
  about: unknown | null;
  browser: string | null;
  channel_id: string;
  company_id: string;
  created_on: Timestamp;
  email: string | null;
  external_id: string;
  language: string;
  mails_off_on: Timestamp | null;
  time_zone: string | null;
};

export type VisitorMailTable = {
  carrier_id: string | null;
  channel_id: string;
  code_hash: Buffer;
  company_id: string;
  external_id: string;
  id: Generated<string>;
  message_ref: string | null;
  returned_on: Timestamp | null;
  sent_on: Timestamp;
  seq: number;
  ticket_id: string;
};

export type VisitorMailDueTable = {
  company_id: string;
  due_on: Timestamp;
  ticket_id: string;
};

export type VisitorSessionTable = {
  channel_id: string;
  company_id: string;
  created_on: Timestamp;
  external_id: string;
  token_hash: Buffer;
  used_on: Timestamp;
};

export type VisitorUploadTable = {
  channel_id: string;
  company_id: string;
  created_on: Timestamp;
  file_id: string;
  kind: string;
  token_hash: Buffer;
};

export type WebhookTable = {
  batches: Generated<boolean>;
  company_id: string;
  condition: Condition | null;
  created_by: string;
  created_on: Timestamp;
  departments: string[] | null;
  failing_since: Timestamp | null;
  format: "parley" | "slack" | "teams";
  id: Generated<string>;
  last_sent_on: Timestamp | null;
  name: string;
  parked_on: Timestamp | null;
  place: number;
  previous_secret: Buffer | null;
  previous_until: Timestamp | null;
  removed_on: Timestamp | null;
  restored_on: Timestamp | null;
  secret: Buffer | null;
  template: string | null;
  types: string[];
  url: string;
};

export type WebhookDeliveryTable = {
  answer: string | null;
  attempts: Generated<number>;
  batch: number | null;
  company_id: string;
  created_on: Timestamp;
  first_tried_on: Timestamp | null;
  id: Generated<string>;
  kind: string;
  milliseconds: number | null;
  next_attempt_on: Timestamp;
  number: number;
  place: number | null;
  reason: Reason | null;
  sending_by: string | null;
  sending_until: Timestamp | null;
  state: Generated<"waiting" | "sent" | "parked" | "dropped">;
  status: number | null;
  subject_id: string;
  subject_type: string;
  tried_on: Timestamp | null;
  webhook_id: string;
};

export type Database = {
  absence: AbsenceTable;
  action: ActionTable;
  address_change: AddressChangeTable;
  agent: AgentTable;
  agent_away: AgentAwayTable;
  agent_routing: AgentRoutingTable;
  agent_sight: AgentSightTable;
  api_key: ApiKeyTable;
  api_key_secret: ApiKeySecretTable;
  audit_entry: AuditEntryTable;
  automatic_due: AutomaticDueTable;
  automatic_message: AutomaticMessageTable;
  automatic_outcome: AutomaticOutcomeTable;
  bubble: BubbleTable;
  channel: ChannelTable;
  channel_signup: ChannelSignupTable;
  client: ClientTable;
  client_identity: ClientIdentityTable;
  client_merge: ClientMergeTable;
  client_tag: ClientTagTable;
  client_value: ClientValueTable;
  company: CompanyTable;
  company_slug: CompanySlugTable;
  department: DepartmentTable;
  draft: DraftTable;
  early_event: EarlyEventTable;
  early_receipt: EarlyReceiptTable;
  event: EventTable;
  event_cursor: EventCursorTable;
  failed_message: FailedMessageTable;
  field: FieldTable;
  figure_day: FigureDayTable;
  figure_due: FigureDueTable;
  figure_fill: FigureFillTable;
  figure_mail: FigureMailTable;
  figure_span: FigureSpanTable;
  file: FileTable;
  goal_policy: GoalPolicyTable;
  goal_redate: GoalRedateTable;
  goal_span: GoalSpanTable;
  greeting: GreetingTable;
  handler_total: HandlerTotalTable;
  identity_proof: IdentityProofTable;
  invitation: InvitationTable;
  known_device: KnownDeviceTable;
  ledger_epoch: LedgerEpochTable;
  macro_run: MacroRunTable;
  mail: MailTable;
  mail_code: MailCodeTable;
  mail_grant: MailGrantTable;
  mail_import: MailImportTable;
  mail_probe: MailProbeTable;
  mail_reference: MailReferenceTable;
  mail_upload: MailUploadTable;
  merge_proposal: MergeProposalTable;
  message: MessageTable;
  message_changing: MessageChangingTable;
  message_file: MessageFileTable;
  message_mail: MessageMailTable;
  message_template: MessageTemplateTable;
  message_version: MessageVersionTable;
  note: NoteTable;
  note_draft: NoteDraftTable;
  note_mention: NoteMentionTable;
  notice_mail: NoticeMailTable;
  notice_mail_due: NoticeMailDueTable;
  notice_setting: NoticeSettingTable;
  notification: NotificationTable;
  open_span: OpenSpanTable;
  opening_hours: OpeningHoursTable;
  organisation: OrganisationTable;
  organisation_domain: OrganisationDomainTable;
  organisation_value: OrganisationValueTable;
  outgoing: OutgoingTable;
  participant: ParticipantTable;
  pin: PinTable;
  presence: PresenceTable;
  private_chat: PrivateChatTable;
  private_message: PrivateMessageTable;
  private_read: PrivateReadTable;
  process: ProcessTable;
  program_repeat: ProgramRepeatTable;
  purged_message: PurgedMessageTable;
  push_subscription: PushSubscriptionTable;
  queued_reaction: QueuedReactionTable;
  rate_count: RateCountTable;
  recovery_code: RecoveryCodeTable;
  routing: RoutingTable;
  rule: RuleTable;
  rule_due: RuleDueTable;
  rule_judgement: RuleJudgementTable;
  rule_run: RuleRunTable;
  rule_version: RuleVersionTable;
  rule_wait: RuleWaitTable;
  server_secret: ServerSecretTable;
  session: SessionTable;
  shared_bubble: SharedBubbleTable;
  shared_bubble_file: SharedBubbleFileTable;
  sign_in: SignInTable;
  sign_in_challenge: SignInChallengeTable;
  sign_in_try: SignInTryTable;
  storage_total: StorageTotalTable;
  table_columns: TableColumnsTable;
  tag: TagTable;
  ticket: TicketTable;
  ticket_follower: TicketFollowerTable;
  ticket_offer: TicketOfferTable;
  ticket_read: TicketReadTable;
  ticket_sight: TicketSightTable;
  ticket_tag: TicketTagTable;
  ticket_total: TicketTotalTable;
  ticket_total_change: TicketTotalChangeTable;
  ticket_value: TicketValueTable;
  two_step: TwoStepTable;
  view: ViewTable;
  view_order: ViewOrderTable;
  visit: VisitTable;
  visitor: VisitorTable;
  visitor_mail: VisitorMailTable;
  visitor_mail_due: VisitorMailDueTable;
  visitor_session: VisitorSessionTable;
  visitor_upload: VisitorUploadTable;
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
};
