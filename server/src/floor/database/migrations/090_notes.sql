-- Notes of agents about a ticket. They have no number among the messages: whatever counts, sends or shows messages does not know them.
create table note (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  ticket_id uuid not null,
  agent_id uuid not null,
  -- Later than every earlier note of the ticket.
  created_on timestamptz(3) not null,
  type text not null default 'text' check (type in ('text', 'audio', 'image', 'document', 'video')),
  content text not null check (length(content) <= 16000),
  file_id uuid,
  edited_on timestamptz(3),
  -- The row stays as a trace, without text and file.
  deleted_on timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references ticket,
  foreign key (company_id, agent_id) references agent (company_id, id),
  foreign key (company_id, file_id) references file
);
create index note_time on note (company_id, ticket_id, created_on);
create index note_file on note (company_id, file_id) where file_id is not null;

-- Agents' unsent notes, beside their unsent messages.
create table note_draft (
  company_id uuid not null,
  agent_id uuid not null,
  ticket_id uuid not null,
  content text not null check (length(content) <= 16000),
  updated_on timestamptz(3) not null,
  primary key (company_id, agent_id, ticket_id),
  foreign key (company_id, agent_id) references agent (company_id, id),
  foreign key (company_id, ticket_id) references ticket
);
create index note_draft_ticket on note_draft (company_id, ticket_id);

alter table note enable row level security;
alter table note force row level security;
create policy own_company on note to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on note to parley_system using (true) with check (true);
grant select, insert, update, delete on note to parley_app, parley_system;

alter table note_draft enable row level security;
alter table note_draft force row level security;
create policy own_company on note_draft to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on note_draft to parley_system using (true) with check (true);
grant select, insert, update, delete on note_draft to parley_app, parley_system;
