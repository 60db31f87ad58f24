-- Saved answers that an administrator shares with a department, or with the company where none is named.
create table shared_bubble (
  company_id uuid not null references company,
  id uuid not null default gen_random_uuid(),
  department_id uuid,
  folder text not null check (length(folder) <= 60),
  name text not null check (length(name) between 1 and 100),
  content text not null check (length(content) <= 16000),
  language text check (length(language) between 2 and 3),
  -- With an action it is a macro.
  actions jsonb not null default '[]',
  uses integer not null default 0,
  created_on timestamptz(3) not null,
  updated_on timestamptz(3) not null,
  folded_name text not null generated always as (fold(name)) stored,
  words text not null generated always as (fold(folder || E'\n' || name || E'\n' || content)) stored,
  primary key (company_id, id),
  foreign key (company_id, department_id) references department (company_id, id)
);
create unique index shared_bubble_name on shared_bubble
  (company_id, coalesce(department_id, company_id), fold(folder), fold(name), coalesce(language, ''));
create index shared_bubble_department on shared_bubble (company_id, department_id);

-- The files of a bubble. They belong to no ticket: each use sends a copy.
create table shared_bubble_file (
  company_id uuid not null,
  bubble_id uuid not null,
  file_id uuid not null,
  primary key (company_id, bubble_id, file_id),
  foreign key (company_id, bubble_id) references shared_bubble (company_id, id) on delete cascade,
  foreign key (company_id, file_id) references file (company_id, id) on delete cascade
);
create index shared_bubble_file_file on shared_bubble_file (company_id, file_id);

-- What a macro made of a ticket, and what the ticket was before, so that its agent can undo it for a minute.
create table macro_run (
  company_id uuid not null,
  -- Made by the console, so that a repeat runs nothing.
  id uuid not null,
  ticket_id uuid not null,
  agent_id uuid not null,
  message_id uuid,
  made jsonb not null,
  run_on timestamptz(3) not null,
  undone_on timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references ticket (company_id, id) on delete cascade,
  foreign key (company_id, agent_id) references agent (company_id, id)
);
create index macro_run_ticket on macro_run (company_id, ticket_id);
create index macro_run_agent on macro_run (company_id, agent_id, run_on);

alter table shared_bubble enable row level security;
alter table shared_bubble force row level security;
create policy own_company on shared_bubble to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on shared_bubble to parley_system using (true) with check (true);
grant select, insert, update, delete on shared_bubble to parley_app, parley_system;

alter table shared_bubble_file enable row level security;
alter table shared_bubble_file force row level security;
create policy own_company on shared_bubble_file to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on shared_bubble_file to parley_system using (true) with check (true);
grant select, insert, update, delete on shared_bubble_file to parley_app, parley_system;

alter table macro_run enable row level security;
alter table macro_run force row level security;
create policy own_company on macro_run to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on macro_run to parley_system using (true) with check (true);
grant select, insert, update, delete on macro_run to parley_app, parley_system;
