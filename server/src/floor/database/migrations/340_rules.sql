-- Rules: when something happens in a ticket, or did not for a time, and a condition holds, the desk changes the ticket.
create table rule (
  company_id uuid not null references company,
  id uuid not null default gen_random_uuid(),
  -- 1, 2, 3 … in the company: what came of a rule is kept under it.
  number integer not null,
  place integer not null,
  version integer not null,
  -- What happened before does not count for it.
  enabled_on timestamptz(3),
  -- The desk switched it off, since what it names is gone.
  off_gone text check (off_gone in ('tag', 'department', 'field', 'agent', 'bubble')),
  off_name text,
  deleted_on timestamptz(3),
  primary key (company_id, id),
  unique (company_id, number)
);

-- The settings of a rule; the newest version holds.
create table rule_version (
  company_id uuid not null,
  rule_id uuid not null,
  version integer not null,
  name text not null check (length(name) between 1 and 80),
  -- Null means every department.
  departments uuid[],
  heard jsonb not null,
  condition jsonb not null,
  actions jsonb not null,
  stops boolean not null,
  changed_by uuid not null,
  changed_on timestamptz(3) not null,
  primary key (company_id, rule_id, version),
  foreign key (company_id, rule_id) references rule,
  foreign key (company_id, changed_by) references agent (company_id, id)
);
create index rule_version_changed_by on rule_version (company_id, changed_by);

-- Events that rules are to be asked about. Without a foreign key: the reader of the ledger that writes it must not wait
-- for a ticket's lock.
create table rule_due (
  company_id uuid not null,
  ticket_id uuid not null,
  -- The event's number.
  number integer not null,
  due_on timestamptz(3) not null,
  tries integer not null default 0,
  primary key (company_id, ticket_id, number)
);
create index rule_due_on on rule_due (due_on);

-- How long a ticket has been waiting, for a rule that hears of it. Without a time when it is due, the rule was asked.
create table rule_wait (
  company_id uuid not null,
  ticket_id uuid not null,
  rule_id uuid not null,
  since timestamptz(3) not null,
  due_on timestamptz(3),
  primary key (company_id, ticket_id, rule_id),
  foreign key (company_id, ticket_id) references ticket,
  foreign key (company_id, rule_id) references rule
);
create index rule_wait_due on rule_wait (due_on) where due_on is not null;
create index rule_wait_rule on rule_wait (company_id, rule_id);

-- A rule's run: once for an event, and once for a wait. `first` and `last` are the events that it caused.
create table rule_run (
  company_id uuid not null,
  ticket_id uuid not null,
  rule_id uuid not null,
  -- The event's number; of a wait `w`, the rule's number, `:` and the beginning in milliseconds.
  occasion text not null check (length(occasion) <= 20),
  version integer not null,
  time timestamptz(3) not null,
  first integer not null,
  last integer not null,
  -- The rules whose events led to this run, and this one.
  chain uuid[] not null,
  primary key (company_id, ticket_id, rule_id, occasion),
  foreign key (company_id, ticket_id) references ticket,
  foreign key (company_id, rule_id) references rule
);
create index rule_run_of_ticket on rule_run (company_id, ticket_id, time);
create index rule_run_of_rule on rule_run (company_id, rule_id, time);
create index rule_run_old on rule_run (time);

-- What came of the rules that heard of an event or a wait, as codes.
create table rule_judgement (
  company_id uuid not null,
  ticket_id uuid not null,
  occasion text not null check (length(occasion) <= 20),
  time timestamptz(3) not null,
  -- The name of the event or the wait.
  heard text not null,
  judged text not null check (octet_length(judged) <= 1024),
  primary key (company_id, ticket_id, occasion),
  foreign key (company_id, ticket_id) references ticket
);
create index rule_judgement_listed on rule_judgement (company_id, ticket_id, time desc, occasion desc);
create index rule_judgement_old on rule_judgement (time);

do $$
declare t text;
begin
  foreach t in array array['rule', 'rule_version', 'rule_due', 'rule_wait', 'rule_run', 'rule_judgement'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_company on %I to parley_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('create policy every_company on %I to parley_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to parley_app, parley_system', t);
  end loop;
end $$;

alter table notification drop constraint notification_type_check;
alter table notification add constraint notification_type_check
  check (type in ('text', 'rating', 'channel', 'handover', 'failed', 'mention', 'takeover', 'outgoing', 'webhook', 'rule')) not valid;

-- A rule writes notes in its own name, which stays with them.
alter table note add column rule_id uuid;
alter table note add constraint note_rule foreign key (company_id, rule_id) references rule (company_id, id) not valid;
alter table note drop constraint note_writer;
alter table note add constraint note_writer
  check (num_nonnulls(agent_id, key_id, rule_id) = 1 and (agent_id is null) = (author is not null)) not valid;
