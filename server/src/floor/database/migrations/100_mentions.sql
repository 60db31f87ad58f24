-- A note's mentions: colleagues and departments. The name is the one that its text has.
create table note_mention (
  company_id uuid not null,
  note_id uuid not null,
  agent_id uuid,
  department_id uuid,
  name text not null,
  -- An edit left it out. The row stays, so that nobody is notified twice of a note.
  removed_on timestamptz(3),
  foreign key (company_id, note_id) references note,
  foreign key (company_id, agent_id) references agent (company_id, id),
  foreign key (company_id, department_id) references department (company_id, id),
  check (num_nonnulls(agent_id, department_id) = 1)
);
create unique index note_mention_once on note_mention (company_id, note_id, coalesce(agent_id, department_id));

-- Sight of one ticket for a colleague or a department that was mentioned in it, until it is closed.
create table ticket_sight (
  company_id uuid not null,
  ticket_id uuid not null,
  agent_id uuid,
  department_id uuid,
  given_by uuid not null,
  given_on timestamptz(3) not null,
  foreign key (company_id, ticket_id) references ticket,
  foreign key (company_id, agent_id) references agent (company_id, id),
  foreign key (company_id, department_id) references department (company_id, id),
  foreign key (company_id, given_by) references agent (company_id, id),
  check (num_nonnulls(agent_id, department_id) = 1)
);
create unique index ticket_sight_once on ticket_sight (company_id, ticket_id, coalesce(agent_id, department_id));
create index ticket_sight_agent on ticket_sight (company_id, agent_id) where agent_id is not null;
create index ticket_sight_department on ticket_sight (company_id, department_id) where department_id is not null;

alter table note_mention enable row level security;
alter table note_mention force row level security;
create policy own_company on note_mention to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on note_mention to parley_system using (true) with check (true);
grant select, insert, update, delete on note_mention to parley_app, parley_system;

alter table ticket_sight enable row level security;
alter table ticket_sight force row level security;
create policy own_company on ticket_sight to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on ticket_sight to parley_system using (true) with check (true);
grant select, insert, update, delete on ticket_sight to parley_app, parley_system;

-- A line about a mention names its note.
alter table notification add column note_id uuid;
alter table notification drop constraint notification_type_check;
alter table notification add constraint notification_type_check
  check (type in ('text', 'rating', 'channel', 'handover', 'failed', 'mention')) not valid;

-- Whether colleagues and departments who do not see a ticket may be mentioned in it.
alter table company add column mentions_elsewhere boolean not null default true;
