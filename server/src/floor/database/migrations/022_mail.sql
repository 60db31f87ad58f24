alter index message_file rename to message_by_file;

-- Files of a message beyond `message.file_id`, which stays a messenger's one file.
create table message_file (
  company_id uuid not null,
  message_id uuid not null,
  position smallint not null,
  file_id uuid not null,
  -- The Content-ID by which the HTML names it, without angle brackets.
  cid text,
  -- A picture within the HTML.
  inline boolean not null default false,
  primary key (company_id, message_id, position),
  foreign key (company_id, message_id) references message (company_id, id),
  foreign key (company_id, file_id) references file
);
create index message_file_by_file on message_file (company_id, file_id);

-- What a message by mail has beyond its text. Lists of addresses are [{name, address}].
create table message_mail (
  company_id uuid not null,
  message_id uuid not null,
  ticket_id uuid not null,
  -- With its angle brackets. Ours is known before the first attempt to send.
  message_ref text not null,
  -- The chain of a reply: the mail it answers, last.
  reference_refs text[] not null default '{}',
  subject text not null,
  sender jsonb not null,
  to_list jsonb not null default '[]',
  cc_list jsonb not null default '[]',
  bcc_list jsonb not null default '[]',
  reply_to jsonb not null default '[]',
  -- Sanitised, without quotes, up to 16 KiB.
  html text,
  -- Quotes, signature or remote pictures are in the frame.
  rest boolean not null default false,
  why jsonb not null,
  marks jsonb not null default '[]',
  -- The sanitised HTML whole, and the mail as it came; of ours, the HTML as the agent wrote it and the mail as it was sent.
  html_file_id uuid,
  raw_file_id uuid,
  -- Of ours: the mail whose text is quoted below.
  quoted_id uuid,
  primary key (company_id, message_id),
  foreign key (company_id, message_id) references message (company_id, id),
  foreign key (company_id, ticket_id) references ticket,
  foreign key (company_id, html_file_id) references file,
  foreign key (company_id, raw_file_id) references file
);
create index message_mail_ticket on message_mail (company_id, ticket_id);

-- Message-IDs by which a mail finds its ticket. Without a message it was only mentioned, and counts for people of the ticket.
create table mail_reference (
  company_id uuid not null,
  channel_id uuid not null,
  message_ref text not null,
  ticket_id uuid not null,
  message_id uuid,
  created_on timestamptz(3) not null,
  primary key (company_id, channel_id, message_ref),
  foreign key (company_id, channel_id) references channel,
  foreign key (company_id, ticket_id) references ticket
);
create index mail_reference_ticket on mail_reference (company_id, ticket_id);

-- Files uploaded for a mail that is being written. The sent ones lose their row here, the others are removed after a day.
create table mail_upload (
  company_id uuid not null,
  file_id uuid not null,
  agent_id uuid not null,
  channel_id uuid not null,
  created_on timestamptz(3) not null,
  primary key (company_id, file_id),
  foreign key (company_id, file_id) references file on delete cascade,
  foreign key (company_id, agent_id) references agent,
  foreign key (company_id, channel_id) references channel
);
create index mail_upload_age on mail_upload (created_on);

-- An upload has no ticket until its mail is sent.
alter table file drop constraint file_check;
alter table file add check (num_nonnulls(ticket_id, private_chat_id) <= 1);

-- Whether `message_mail` and `message_file` have rows of it. Null: no.
alter table message add column has_mail boolean;

-- False: came by a reference into a conversation of others, and nothing is quoted to them.
alter table participant add column known boolean not null default true;

do $$
declare t text;
begin
  foreach t in array array['message_file', 'message_mail', 'mail_reference', 'mail_upload'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_company on %I to parley_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('create policy every_company on %I to parley_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to parley_app, parley_system', t);
  end loop;
end $$;
