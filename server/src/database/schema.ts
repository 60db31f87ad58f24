// Generated from the migrations by `npm run schema`; never edited by hand.

import type { DeliveryStatus, MessageType } from "@parley/contract/messages";
import type { Role } from "@parley/contract/permissions";
import type { Language } from "@parley/contract/sessions";
import type { Platform } from "@parley/contract/values";
import type { ColumnType } from "kysely";

type Timestamp = ColumnType<Date, Date | string, Date | string>;

type Generated<T> =
  T extends ColumnType<infer Select, infer Insert, infer Update>
    ? ColumnType<Select, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>;

export type ActionTable = {
  agent_id: string | null;
  client_id: string | null;
  company_id: string;
  id: Generated<number>;
  rating: number | null;
  ticket_id: string | null;
  time: Timestamp;
  type:
    | "user_login"
    | "user_logout"
    | "ticket_accept"
    | "ticket_close"
    | "ticket_reopen"
    | "ticket_create"
    | "ticket_rating";
};

export type AgentTable = {
  company_id: string;
  created_on: Generated<Timestamp>;
  department_id: string;
  disabled_by: string | null;
  disabled_on: Timestamp | null;
  email: string;
  first_name: string;
  id: Generated<string>;
  lang: Generated<Language>;
  last_logged_on: Timestamp | null;
  last_name: string;
  password_hash: string;
  profile_pic: string | null;
  role: Role;
  username: string;
};

export type ChannelTable = {
  broken_on: Timestamp | null;
  broken_reason: string | null;
  company_id: string;
  created_on: Generated<Timestamp>;
  credentials: Buffer;
  department_id: string | null;
  external_id: string;
  id: Generated<string>;
  name: string;
  platform: Platform;
  poll_cursor: Generated<number>;
  poll_lease_by: string | null;
  poll_lease_until: Timestamp | null;
  removed_on: Timestamp | null;
  username: string | null;
  webhook_secret_hash: Buffer | null;
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
  name: string;
  note: string | null;
  short_id: Generated<string>;
};

export type ClientIdentityTable = {
  channel_id: string;
  client_id: string;
  company_id: string;
  created_on: Generated<Timestamp>;
  external_id: string;
  lang: string | null;
  unreachable_on: Timestamp | null;
  unreachable_reason: string | null;
  username: string | null;
};

export type CompanyTable = {
  company_id: Generated<string>;
  created_on: Generated<Timestamp>;
  name: string;
  plan: Generated<string>;
  reopen_window_hours: Generated<number>;
  time_zone: Generated<string>;
};

export type DepartmentTable = {
  company_id: string;
  created_on: Generated<Timestamp>;
  deleted_on: Timestamp | null;
  id: Generated<string>;
  name: string;
};

export type FileTable = {
  attempts: Generated<number>;
  company_id: string;
  created_on: Generated<Timestamp>;
  duration_ms: number | null;
  height: number | null;
  id: Generated<string>;
  media_type: string | null;
  name: string;
  next_attempt_on: Timestamp | null;
  reason: string | null;
  remote_ref: string | null;
  size: number | null;
  state: "arriving" | "ready" | "too_large" | "failed";
  storage_key: string | null;
  thumbnail_key: string | null;
  ticket_id: string;
  waveform: number[] | null;
  width: number | null;
};

export type MessageTable = {
  agent_id: string | null;
  album: string | null;
  attempts: Generated<number>;
  caption: string | null;
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
  id: Generated<string>;
  is_agent: boolean;
  next_attempt_on: Timestamp | null;
  original_id: string | null;
  purpose: string | null;
  reaction: string | null;
  sending_until: Timestamp | null;
  seq: number;
  status: DeliveryStatus | null;
  status_reason: string | null;
  ticket_id: string;
  type: MessageType;
};

export type NotificationTable = {
  agent_id: string;
  company_id: string;
  created_on: Timestamp;
  id: Generated<string>;
  name: string;
  seen_on: Timestamp | null;
  ticket_id: string | null;
  type: "text" | "rating";
};

export type PresenceTable = {
  agent_id: string;
  company_id: string;
  connections: number;
  process_id: string;
};

export type ProcessTable = {
  id: string;
  lease_until: Timestamp;
  started_on: Timestamp;
  worker_ids: Generated<string[]>;
};

export type SessionTable = {
  address: Generated<string>;
  agent_id: string;
  company_id: string;
  created_on: Timestamp;
  expires_on: Timestamp;
  last_used_on: Timestamp;
  token_hash: Buffer;
  user_agent: Generated<string>;
};

export type SignInTryTable = {
  account: Buffer;
  failures: number;
  last_on: Timestamp;
};

export type TicketTable = {
  accepted_by: string | null;
  accepted_on: Timestamp | null;
  channel_id: string;
  client_external_id: string;
  client_id: string;
  client_messages: Generated<number>;
  client_wrote_on: Timestamp | null;
  closed_by: string | null;
  closed_by_name: string | null;
  closed_on: Timestamp | null;
  company_id: string;
  created_on: Timestamp;
  department_id: string;
  handler_id: string | null;
  id: Generated<string>;
  last_message_content: string | null;
  last_message_is_agent: boolean | null;
  last_message_on: Timestamp | null;
  last_message_type: MessageType | null;
  last_seq: Generated<number>;
  platform: Platform;
  rated_on: Timestamp | null;
  rating: number | null;
  reopened_count: Generated<number>;
  reopened_on: Timestamp | null;
  updated_on: Timestamp;
};

export type TicketReadTable = {
  agent_id: string;
  client_messages: number;
  company_id: string;
  read_on: Timestamp;
  seq: number;
  ticket_id: string;
};

export type Database = {
  action: ActionTable;
  agent: AgentTable;
  channel: ChannelTable;
  client: ClientTable;
  client_identity: ClientIdentityTable;
  company: CompanyTable;
  department: DepartmentTable;
  file: FileTable;
  message: MessageTable;
  notification: NotificationTable;
  presence: PresenceTable;
  process: ProcessTable;
  session: SessionTable;
  sign_in_try: SignInTryTable;
  ticket: TicketTable;
  ticket_read: TicketReadTable;
};
