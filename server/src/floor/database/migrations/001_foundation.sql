-- The roles requests run as. They are cluster-wide, so another database may have made them a moment ago.
--   parley_app     sees the rows of app.company_id and nothing else
--   parley_system  sees every company: session look-up, webhooks, workers, the command line
-- The login user owns the tables and belongs to both; row-level security is forced, so even the owner goes through a policy.
do $$
declare wanted text;
begin
  foreach wanted in array array['parley_app', 'parley_system'] loop
    begin
      execute format('create role %I nologin', wanted);
    exception when duplicate_object or unique_violation then null; -- made by another database of this cluster
    end;
    if not pg_has_role(current_user, wanted, 'member') or not pg_has_role(current_user, wanted, 'usage') then
      execute format('grant %I to %I', wanted, current_user);
    end if;
  end loop;
end $$;

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Unset means nobody: no rows rather than an error.
create function current_company() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.company_id', true), '')::uuid;

create table company (
  company_id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  plan text not null default 'Free',
  time_zone text not null default 'UTC',
  reopen_window_hours integer not null default 24 check (reopen_window_hours between 0 and 8760),
  created_on timestamptz(3) not null default now()
);

create table department (
  company_id uuid not null references company,
  id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  created_on timestamptz(3) not null default now(),
  deleted_on timestamptz(3),
  primary key (company_id, id)
);
create unique index department_name on department (company_id, lower(name)) where deleted_on is null;

create table agent (
  company_id uuid not null references company,
  id uuid not null default gen_random_uuid(),
  department_id uuid not null,
  username text not null,
  first_name text not null,
  last_name text not null,
  email text not null check (length(email) <= 254),
  password_hash text not null,
  role text check (role in ('admin', 'moderator')),
  profile_pic text,
  lang text not null default 'en',
  created_on timestamptz(3) not null default now(),
  last_logged_on timestamptz(3),
  disabled_on timestamptz(3),
  disabled_by uuid,
  primary key (company_id, id),
  foreign key (company_id, department_id) references department
);
-- One address is one account across companies: sign-in knows only the address.
create unique index agent_email on agent (lower(email));
create unique index agent_username on agent (company_id, lower(username));
create index agent_department on agent (company_id, department_id);

create table session (
  token_hash bytea primary key,
  company_id uuid not null,
  agent_id uuid not null,
  created_on timestamptz(3) not null,
  last_used_on timestamptz(3) not null,
  expires_on timestamptz(3) not null,
  user_agent text not null default '',
  address text not null default '',
  foreign key (company_id, agent_id) references agent on delete cascade
);
create index session_agent on session (company_id, agent_id);
create index session_expiry on session (expires_on);

-- Tries to sign in since the last success, by SHA-256 of the address given: also for addresses no account has.
create table sign_in_try (
  account bytea primary key,
  failures integer not null,
  last_on timestamptz(3) not null
);
create index sign_in_try_last on sign_in_try (last_on);

create table channel (
  company_id uuid not null references company,
  id uuid not null default gen_random_uuid(),
  platform text not null check (platform in ('telegram', 'whatsapp', 'viber', 'web', 'email')),
  -- The provider's own id of the account (a bot's number), stable over new credentials.
  external_id text not null,
  name text not null,
  username text,
  department_id uuid,
  -- Sealed with APP_SECRET.
  credentials bytea not null,
  -- SHA-256 of the secret the provider repeats with each webhook; null where updates are polled for.
  webhook_secret_hash bytea,
  poll_cursor bigint not null default 0,
  poll_lease_by uuid,
  poll_lease_until timestamptz(3),
  broken_on timestamptz(3),
  broken_reason text,
  created_on timestamptz(3) not null default now(),
  removed_on timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, department_id) references department
);
-- A provider's account belongs to one company at a time.
create unique index channel_account on channel (platform, external_id) where removed_on is null;
create unique index channel_id on channel (id);

create table client (
  company_id uuid not null references company,
  id uuid not null default gen_random_uuid(),
  short_id text not null default upper(substr(md5(gen_random_uuid()::text), 1, 8)),
  name text not null,
  account_number text,
  address text,
  note text,
  blocked_on timestamptz(3),
  blocked_by uuid,
  blocked_messages integer not null default 0,
  created_on timestamptz(3) not null default now(),
  primary key (company_id, id)
);
create unique index client_short_id on client (company_id, short_id);

-- Who a client is on one channel.
create table client_identity (
  company_id uuid not null,
  channel_id uuid not null,
  external_id text not null,
  client_id uuid not null,
  username text,
  lang text,
  unreachable_on timestamptz(3),
  unreachable_reason text,
  created_on timestamptz(3) not null default now(),
  primary key (company_id, channel_id, external_id),
  foreign key (company_id, channel_id) references channel,
  foreign key (company_id, client_id) references client
);
create index client_identity_client on client_identity (company_id, client_id);

create table ticket (
  company_id uuid not null references company,
  id uuid not null default gen_random_uuid(),
  client_id uuid not null,
  channel_id uuid not null,
  -- Who the client is on that channel: where answers go.
  client_external_id text not null,
  platform text not null,
  department_id uuid not null,
  handler_id uuid,
  created_on timestamptz(3) not null,
  accepted_on timestamptz(3),
  accepted_by uuid,
  closed_on timestamptz(3),
  closed_by uuid,
  closed_by_name text,
  reopened_on timestamptz(3),
  reopened_count integer not null default 0,
  rating smallint check (rating between 1 and 3),
  rated_on timestamptz(3),
  updated_on timestamptz(3) not null,
  -- Numbers of the last message and of what the client wrote so far: unread = client_messages - what an agent has seen.
  last_seq integer not null default 0,
  client_messages integer not null default 0,
  last_message_on timestamptz(3),
  last_message_type text,
  last_message_content text,
  last_message_is_agent boolean,
  -- When the client last wrote: providers' reply windows count from it.
  client_wrote_on timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, client_id) references client,
  foreign key (company_id, channel_id) references channel,
  foreign key (company_id, channel_id, client_external_id) references client_identity,
  foreign key (company_id, department_id) references department,
  foreign key (company_id, handler_id) references agent
);
-- A client has one open ticket per channel, however many messages arrive at once.
create unique index ticket_open on ticket (company_id, channel_id, client_external_id) where closed_on is null;
create index ticket_open_list on ticket (company_id, department_id, updated_on desc) where closed_on is null;
create index ticket_closed_list on ticket (company_id, department_id, closed_on desc, id) where closed_on is not null;
create index ticket_closed_all on ticket (company_id, closed_on desc, id) where closed_on is not null;
create index ticket_last_of_client on ticket (company_id, channel_id, client_external_id, created_on desc);
create index ticket_client on ticket (company_id, client_id);
create index ticket_handler on ticket (company_id, handler_id) where closed_on is null;

create table file (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  ticket_id uuid not null,
  name text not null,
  -- Bytes; null until known.
  size bigint,
  media_type text,
  width integer,
  height integer,
  duration_ms integer,
  waveform smallint[],
  storage_key text,
  thumbnail_key text,
  -- arriving: the provider still has it · ready · too_large · failed (reason says why)
  state text not null check (state in ('arriving', 'ready', 'too_large', 'failed')),
  reason text,
  -- What the provider wants to hear to hand it over (a Telegram file_id).
  remote_ref text,
  attempts integer not null default 0,
  next_attempt_on timestamptz(3),
  created_on timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references ticket
);
create index file_arriving on file (next_attempt_on) where state = 'arriving';

create table message (
  company_id uuid not null,
  ticket_id uuid not null,
  seq integer not null check (seq > 0),
  id uuid not null default gen_random_uuid(),
  channel_id uuid not null,
  created_on timestamptz(3) not null,
  type text not null check (type in ('text', 'audio', 'image', 'document', 'video', 'rating', 'close', 'reopen', 'location')),
  content text not null default '',
  caption text,
  is_agent boolean not null,
  agent_id uuid,
  client_id uuid not null,
  -- Which number of the client's own messages this is, or the count up to here.
  client_no integer not null,
  file_id uuid,
  album text,
  reaction text,
  edited_on timestamptz(3),
  original_id uuid,
  -- The provider's id, unique per channel: "<chat>:<message>" on Telegram.
  external_id text,
  status text check (status in ('queued', 'sent', 'delivered', 'read', 'failed', 'uncertain')),
  status_reason text,
  -- A send in flight: whoever holds the lease is talking to the provider. A lease that ran out means the answer was lost.
  sending_until timestamptz(3),
  attempts integer not null default 0,
  next_attempt_on timestamptz(3),
  deadline_on timestamptz(3),
  -- What the channel sends besides the content (the rating question's buttons).
  purpose text check (purpose in ('rating_question')),
  primary key (company_id, ticket_id, seq),
  foreign key (company_id, ticket_id) references ticket,
  foreign key (company_id, client_id) references client,
  foreign key (company_id, agent_id) references agent,
  foreign key (company_id, file_id) references file
);
create unique index message_id on message (company_id, id);
create unique index message_external on message (company_id, channel_id, external_id) where external_id is not null;
create unique index message_time on message (company_id, ticket_id, created_on);
create index message_file on message (company_id, file_id) where file_id is not null;
create index message_waiting on message (company_id, ticket_id, seq) where status = 'queued';

-- How far each agent has read a ticket.
create table ticket_read (
  company_id uuid not null,
  ticket_id uuid not null,
  agent_id uuid not null,
  seq integer not null,
  client_messages integer not null,
  read_on timestamptz(3) not null,
  primary key (company_id, agent_id, ticket_id),
  foreign key (company_id, ticket_id) references ticket on delete cascade,
  foreign key (company_id, agent_id) references agent on delete cascade
);

create table action (
  company_id uuid not null references company,
  id bigint generated always as identity,
  type text not null check (type in
    ('user_login', 'user_logout', 'ticket_accept', 'ticket_close', 'ticket_reopen', 'ticket_create', 'ticket_rating')),
  time timestamptz(3) not null,
  agent_id uuid,
  client_id uuid,
  ticket_id uuid,
  rating smallint,
  primary key (company_id, id)
);
create index action_agent on action (company_id, agent_id, id desc) where agent_id is not null;
create index action_client on action (company_id, client_id, id desc) where client_id is not null;

create table notification (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  agent_id uuid not null,
  type text not null check (type in ('text', 'rating')),
  name text not null,
  ticket_id uuid,
  created_on timestamptz(3) not null,
  seen_on timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, agent_id) references agent on delete cascade,
  foreign key (company_id, ticket_id) references ticket
);
create index notification_agent on notification (company_id, agent_id, created_on desc);

-- A running process, alive while it renews its lease. What a crashed one held ends with the lease.
create table process (
  id uuid primary key,
  started_on timestamptz(3) not null,
  lease_until timestamptz(3) not null,
  worker_ids text[] not null default '{}'
);

-- An agent's connections, counted per process.
create table presence (
  company_id uuid not null,
  agent_id uuid not null,
  process_id uuid not null references process on delete cascade,
  connections integer not null check (connections > 0),
  primary key (company_id, agent_id, process_id),
  foreign key (company_id, agent_id) references agent on delete cascade
);
create index presence_process on presence (process_id);

grant usage on schema public to parley_app, parley_system;
do $$
declare t text;
begin
  foreach t in array array['company', 'department', 'agent', 'session', 'channel', 'client', 'client_identity', 'ticket',
      'file', 'message', 'ticket_read', 'action', 'notification', 'presence'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_company on %I to parley_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('create policy every_company on %I to parley_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to parley_app, parley_system', t);
  end loop;
end $$;
grant select, insert, update, delete on process, sign_in_try to parley_system;
-- Whether a process still lives says who is online.
grant select (id, lease_until) on process to parley_app;

-- Jobs are added inside the transaction that needs them. The restricted role may add, never read: a job names rows of
-- its own company only because the scope that adds it puts the company into the payload.
create function enqueue_job(task text, payload json, key text, run_at timestamptz, tries integer)
returns void language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform graphile_worker.add_job(identifier := task, payload := payload, run_at := run_at, max_attempts := tries, job_key := key);
end $$;
revoke execute on function enqueue_job from public;
grant execute on function enqueue_job to parley_app, parley_system;
