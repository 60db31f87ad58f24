-- What an agent wants to change of a message that the client has, while the provider is asked, and afterwards where its answer was lost.
alter table message add column change jsonb;

-- The changes for which a provider is being asked. One whose process ended before the answer is uncertain from `until` on.
create table message_changing (
  company_id uuid not null,
  message_id uuid not null,
  until timestamptz(3) not null,
  primary key (company_id, message_id)
);
create index message_changing_until on message_changing (until);
alter table message_changing enable row level security;
alter table message_changing force row level security;
create policy own_company on message_changing to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on message_changing to parley_system using (true) with check (true);
grant select, insert, update, delete on message_changing to parley_app, parley_system;

-- What messages of the desk said before they were edited or deleted.
create table message_version (
  company_id uuid not null,
  message_id uuid not null,
  number integer not null,
  ticket_id uuid not null,
  kind text not null check (kind in ('edit', 'delete')),
  type text not null,
  content text not null,
  caption text,
  file_name text,
  agent_id uuid not null,
  changed_on timestamptz(3) not null,
  primary key (company_id, message_id, number),
  foreign key (company_id, ticket_id) references ticket,
  foreign key (company_id, agent_id) references agent (company_id, id)
);
create index message_version_ticket on message_version (company_id, ticket_id);
alter table message_version enable row level security;
alter table message_version force row level security;
create policy own_company on message_version to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on message_version to parley_system using (true) with check (true);
grant select, insert, update, delete on message_version to parley_app, parley_system;
