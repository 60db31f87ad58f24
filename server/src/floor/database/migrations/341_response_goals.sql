-- Response goals: the time in which an agent is to answer a client and to solve a ticket, inside opening hours or always.

-- The open time of the company's hours, or of a department's own, a year each way. Readers in SQL and TypeScript use it alike.
create table open_span (
  company_id uuid not null references company,
  -- The department, or the company for its own hours.
  owner_id uuid not null,
  from_on timestamptz(3) not null,
  to_on timestamptz(3) not null check (to_on > from_on),
  -- The open minutes before it, since the first span.
  before integer not null,
  primary key (company_id, owner_id, from_on)
);
create unique index open_span_before on open_span (company_id, owner_id, before);

-- The time until which the spans of these hours are written; null since they changed.
alter table opening_hours add column spans_until timestamptz(3);

create table goal_policy (
  company_id uuid not null references company,
  id uuid not null default gen_random_uuid(),
  place integer not null,
  name text not null check (length(name) between 1 and 80),
  condition jsonb not null,
  -- The minutes by goal and priority.
  targets jsonb not null,
  in_hours boolean not null,
  -- The time to solve does not run while the client is to write.
  pauses boolean not null,
  changed_on timestamptz(3) not null,
  -- The outcomes of a deleted policy stay.
  deleted_on timestamptz(3),
  primary key (company_id, id)
);

-- One run of one goal's clock. Without an end it is under way.
create table goal_span (
  company_id uuid not null,
  ticket_id uuid not null,
  goal text not null check (goal in ('first', 'next', 'solved')),
  began_on timestamptz(3) not null,
  policy_id uuid not null,
  department_id uuid not null,
  minutes integer not null check (minutes > 0),
  -- The open time of the pauses that have ended, and since when it pauses.
  paused_ms bigint not null,
  paused_on timestamptz(3),
  -- Null while it pauses, and where the hours have no such moment.
  due_on timestamptz(3),
  warn_on timestamptz(3),
  warned_on timestamptz(3),
  told_on timestamptz(3),
  ended_on timestamptz(3),
  -- The due moment that has passed.
  missed_on timestamptz(3),
  primary key (company_id, ticket_id, goal, began_on),
  foreign key (company_id, ticket_id) references ticket,
  foreign key (company_id, policy_id) references goal_policy,
  foreign key (company_id, department_id) references department
);
create index goal_span_warn on goal_span (warn_on) where ended_on is null and warned_on is null;
create index goal_span_due on goal_span (due_on) where ended_on is null and missed_on is null;
create index goal_span_ended on goal_span (company_id, ended_on);
create index goal_span_policy on goal_span (company_id, policy_id);
create index goal_span_department on goal_span (company_id, department_id);

-- Open tickets of a company to be dated anew, from the first id after `after`.
create table goal_redate (
  company_id uuid primary key references company,
  -- Counts the requests: one that comes meanwhile is not lost.
  version integer not null,
  after uuid not null,
  due_on timestamptz(3) not null
);

do $$
declare t text;
begin
  foreach t in array array['open_span', 'goal_policy', 'goal_span', 'goal_redate'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_company on %I to parley_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('create policy every_company on %I to parley_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to parley_app, parley_system', t);
  end loop;
end $$;

alter table ticket
  add column goal_policy_id uuid,
  -- Since when the client waits for an agent: what programs send does not end it.
  add column goal_waits_since timestamptz(3),
  add column goal_answered boolean,
  -- What is due first, and when.
  add column goal_due text,
  add column goal_due_on timestamptz(3),
  add column goal_missed boolean;
alter table ticket add foreign key (company_id, goal_policy_id) references goal_policy (company_id, id) not valid;

alter table notification drop constraint notification_type_check;
alter table notification add constraint notification_type_check
  check (type in ('text', 'rating', 'channel', 'handover', 'failed', 'mention', 'takeover', 'outgoing', 'webhook', 'rule', 'goal')) not valid;

-- function: hours_owner 954f875e42e9
-- function: open_at 42614eb58f74
-- function: due_after 48f5a8d354bf
-- function: client_turns 74954aaba378
-- function: keep_goals 5e0cf86dd505
-- function: forget_spans 0789551bbf30
create trigger ticket_goals before update of goal_policy_id, client_waits_since, last_message_on, closed_on, reopened_on, department_id, priority,
    deleted_on, merged_into, merged_tickets, goal_due_on
  on ticket for each row when (new.goal_policy_id is not null or old.goal_policy_id is not null)
  execute function keep_goals();

create or replace trigger hours_changed before update of time_zone, days, exceptions on opening_hours for each row
  execute function forget_spans();
