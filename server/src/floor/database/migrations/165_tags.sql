-- The tags of a company. A deleted one keeps its row, since event lines name it.
create table tag (
  company_id uuid not null references company,
  id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 40),
  colour text not null check (colour in ('grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink')),
  created_on timestamptz(3) not null,
  -- Tickets keep it, and no other ticket gets it.
  archived_on timestamptz(3),
  deleted_on timestamptz(3),
  primary key (company_id, id)
);
create unique index tag_name on tag (company_id, fold(name)) where deleted_on is null;

create table ticket_tag (
  company_id uuid not null,
  ticket_id uuid not null,
  tag_id uuid not null,
  primary key (company_id, ticket_id, tag_id),
  foreign key (company_id, ticket_id) references ticket,
  foreign key (company_id, tag_id) references tag
);
create index ticket_tag_tag on ticket_tag (company_id, tag_id, ticket_id);

alter table tag enable row level security;
alter table tag force row level security;
create policy own_company on tag to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on tag to parley_system using (true) with check (true);
grant select, insert, update, delete on tag to parley_app, parley_system;

alter table ticket_tag enable row level security;
alter table ticket_tag force row level security;
create policy own_company on ticket_tag to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on ticket_tag to parley_system using (true) with check (true);
grant select, insert, update, delete on ticket_tag to parley_app, parley_system;

-- Whether only administrators make tags.
alter table company add column tags_closed boolean not null default false;
