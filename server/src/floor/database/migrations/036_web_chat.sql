-- Who writes on a page with web chat, beside their identity on the channel.
create table visitor (
  company_id uuid not null,
  channel_id uuid not null,
  external_id text not null,
  email text,
  -- Since when no answers go there.
  mails_off_on timestamptz(3),
  language text not null,
  created_on timestamptz(3) not null,
  primary key (company_id, channel_id, external_id),
  foreign key (company_id, channel_id, external_id) references client_identity on delete cascade
);

-- The page on which a conversation began: url and title.
create table visit (
  company_id uuid not null,
  channel_id uuid not null,
  thread text not null,
  page jsonb not null,
  primary key (company_id, channel_id, thread),
  foreign key (company_id, channel_id) references channel
);

-- A browser's token. Only its hash is kept.
create table visitor_session (
  company_id uuid not null,
  channel_id uuid not null,
  token_hash bytea not null,
  external_id text not null,
  created_on timestamptz(3) not null,
  used_on timestamptz(3) not null,
  primary key (channel_id, token_hash),
  foreign key (company_id, channel_id, external_id) references visitor on delete cascade
);
create index visitor_session_of on visitor_session (company_id, channel_id, external_id);

-- Files of messages that are not sent yet.
create table visitor_upload (
  company_id uuid not null,
  file_id uuid not null,
  channel_id uuid not null,
  token_hash bytea not null,
  kind text not null,
  created_on timestamptz(3) not null,
  primary key (company_id, file_id),
  foreign key (company_id, file_id) references file on delete cascade,
  foreign key (company_id, channel_id) references channel
);
create index visitor_upload_created on visitor_upload (created_on);

-- Conversations in which an agent has written since the last mail, and when to look. Without a foreign key: the reader of
-- the ledger that writes it must not wait for a ticket's lock.
create table visitor_mail_due (
  company_id uuid not null,
  ticket_id uuid not null,
  due_on timestamptz(3) not null,
  primary key (company_id, ticket_id)
);
create index visitor_mail_due_on on visitor_mail_due (due_on);

-- Answers that went by mail: up to which message of the ticket, and the code of the link back. Only its hash is kept.
create table visitor_mail (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  channel_id uuid not null,
  external_id text not null,
  ticket_id uuid not null,
  seq integer not null,
  code_hash bytea not null,
  sent_on timestamptz(3) not null,
  returned_on timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references ticket on delete cascade,
  foreign key (company_id, channel_id, external_id) references visitor on delete cascade
);
create index visitor_mail_ticket on visitor_mail (company_id, ticket_id, seq);
create index visitor_mail_code on visitor_mail (channel_id, code_hash);

do $$
declare t text;
begin
  foreach t in array array['visitor', 'visit', 'visitor_session', 'visitor_upload', 'visitor_mail_due', 'visitor_mail'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_company on %I to parley_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('create policy every_company on %I to parley_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to parley_app, parley_system', t);
  end loop;
end $$;
