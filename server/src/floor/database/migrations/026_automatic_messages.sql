-- Messages that are sent to a client by themselves.
create table automatic_message (
  company_id uuid not null references company,
  id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  occasion text not null
    check (occasion in ('conversation_begins', 'outside_hours', 'not_accepted', 'client_silent', 'closed')),
  -- Since when it is switched on as it is now: what happened before does not count.
  enabled_on timestamptz(3),
  delay_minutes integer not null check (delay_minutes >= 0),
  -- After two messages to a silent client the ticket is closed.
  closes boolean not null,
  -- Empty: all.
  channel_ids uuid[] not null,
  department_ids uuid[] not null,
  default_language text not null,
  -- By language.
  texts jsonb not null,
  -- Name of the template that is sent after the reply window.
  template text,
  created_on timestamptz(3) not null,
  deleted_on timestamptz(3),
  primary key (company_id, id)
);

-- What happened where one was due: once for a ticket, for each period of closed hours, or twice for a silent client.
create table automatic_outcome (
  company_id uuid not null,
  ticket_id uuid not null,
  automatic_id uuid not null,
  -- 1, 2, 3 …
  number integer not null,
  outcome text not null check (outcome in ('sent', 'skipped', 'closed')),
  reason text,
  message_id uuid,
  time timestamptz(3) not null,
  primary key (company_id, ticket_id, automatic_id, number),
  foreign key (company_id, ticket_id) references ticket,
  foreign key (company_id, automatic_id) references automatic_message
);

-- Tickets of which something may be due, and when to look. Without a foreign key: the reader of the ledger that writes it
-- must not wait for a ticket's lock.
create table automatic_due (
  company_id uuid not null,
  ticket_id uuid not null,
  due_on timestamptz(3) not null,
  primary key (company_id, ticket_id)
);
create index automatic_due_on on automatic_due (due_on);

alter table message drop constraint message_purpose_check;
alter table message add constraint message_purpose_check check (purpose in ('rating_question', 'automatic')) not valid;
alter table message validate constraint message_purpose_check;

do $$
declare t text;
begin
  foreach t in array array['automatic_message', 'automatic_outcome', 'automatic_due'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_company on %I to parley_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('create policy every_company on %I to parley_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to parley_app, parley_system', t);
  end loop;
end $$;
