-- Views of open tickets: an agent's own, a department's, or the company's where it has neither.
create table view (
  company_id uuid not null references company,
  id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 60),
  owner_id uuid,
  department_id uuid,
  condition jsonb not null,
  sort text not null check (sort in ('activity', 'waiting')),
  created_by uuid not null,
  created_on timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, owner_id) references agent (company_id, id),
  foreign key (company_id, department_id) references department,
  foreign key (company_id, created_by) references agent (company_id, id),
  check (owner_id is null or department_id is null)
);
create index view_owner on view (company_id, owner_id);
create index view_department on view (company_id, department_id) where department_id is not null;
create index view_created_by on view (company_id, created_by);

-- The order in which an agent has the views, by their keys: ids, and names of the built-in ones.
create table view_order (
  company_id uuid not null,
  agent_id uuid not null,
  keys text[] not null,
  primary key (company_id, agent_id),
  foreign key (company_id, agent_id) references agent (company_id, id)
);

alter table view enable row level security;
alter table view force row level security;
create policy own_company on view to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on view to parley_system using (true) with check (true);
grant select, insert, update, delete on view to parley_app, parley_system;

alter table view_order enable row level security;
alter table view_order force row level security;
create policy own_company on view_order to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on view_order to parley_system using (true) with check (true);
grant select, insert, update, delete on view_order to parley_app, parley_system;
