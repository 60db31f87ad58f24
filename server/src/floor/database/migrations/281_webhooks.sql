-- Webhooks: each reads its company's ledger from its own place.
create table webhook (
  company_id uuid not null references company,
  id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 60),
  url text not null check (length(url) <= 2000),
  format text not null check (format in ('parley', 'slack', 'teams')),
  template text check (length(template) <= 2000),
  types text[] not null,
  -- Null means every department.
  departments uuid[],
  -- Sealed; null once a backup was restored without the secret that opens it.
  secret bytea,
  previous_secret bytea,
  previous_until timestamptz(3),
  place bigint not null,
  -- The first failure since the last success.
  failing_since timestamptz(3),
  last_sent_on timestamptz(3),
  parked_on timestamptz(3),
  restored_on timestamptz(3),
  created_by uuid not null,
  created_on timestamptz(3) not null,
  removed_on timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, created_by) references agent (company_id, id)
);
create index webhook_created_by on webhook (company_id, created_by);

-- The events that a webhook sends. The ledger has what happened, so no row holds an event's content.
create table webhook_delivery (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  webhook_id uuid not null,
  -- Null for an example.
  place bigint,
  kind text not null,
  subject_type text not null,
  subject_id uuid not null,
  number integer not null,
  created_on timestamptz(3) not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'parked', 'dropped')),
  attempts integer not null default 0,
  first_tried_on timestamptz(3),
  tried_on timestamptz(3),
  next_attempt_on timestamptz(3) not null,
  sending_until timestamptz(3),
  sending_by uuid,
  status integer,
  milliseconds integer,
  answer text check (length(answer) <= 4096),
  reason jsonb,
  primary key (company_id, id),
  foreign key (company_id, webhook_id) references webhook (company_id, id)
);
create unique index webhook_delivery_event on webhook_delivery (company_id, webhook_id, place);
create index webhook_delivery_of_subject on webhook_delivery (company_id, webhook_id, subject_id, place) where state = 'waiting';
create index webhook_delivery_due on webhook_delivery (next_attempt_on) where state = 'waiting';
create index webhook_delivery_listed on webhook_delivery (company_id, webhook_id, created_on desc, id desc);
create index webhook_delivery_answered on webhook_delivery (company_id, subject_id) where answer is not null;
create index webhook_delivery_old on webhook_delivery (created_on) where state <> 'waiting';

alter table webhook enable row level security;
alter table webhook force row level security;
create policy own_company on webhook to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on webhook to parley_system using (true) with check (true);
grant select, insert, update, delete on webhook to parley_app, parley_system;

alter table webhook_delivery enable row level security;
alter table webhook_delivery force row level security;
create policy own_company on webhook_delivery to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on webhook_delivery to parley_system using (true) with check (true);
grant select, insert, update, delete on webhook_delivery to parley_app, parley_system;

alter table notification drop constraint notification_type_check;
alter table notification add constraint notification_type_check
  check (type in ('text', 'rating', 'channel', 'handover', 'failed', 'mention', 'takeover', 'outgoing', 'webhook')) not valid;
