-- The columns that an agent chose for an admin table: names of ours, and ids of fields.
create table table_columns (
  company_id uuid not null,
  agent_id uuid not null,
  list text not null check (list in ('tickets', 'clients')),
  columns text[] not null,
  primary key (company_id, agent_id, list),
  foreign key (company_id, agent_id) references agent (company_id, id)
);
alter table table_columns enable row level security;
alter table table_columns force row level security;
create policy own_company on table_columns to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on table_columns to parley_system using (true) with check (true);
grant select, insert, update, delete on table_columns to parley_app, parley_system;
