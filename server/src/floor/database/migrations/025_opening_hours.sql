-- When a company answers, or one of its departments where it has hours of its own. Without a row it is open at all times.
create table opening_hours (
  company_id uuid not null references company,
  -- Null: the company's.
  department_id uuid,
  time_zone text not null,
  -- Seven lists of spans, Monday first.
  days jsonb not null,
  exceptions jsonb not null,
  foreign key (company_id, department_id) references department
);
create unique index opening_hours_key on opening_hours (company_id, department_id) nulls not distinct;

alter table opening_hours enable row level security;
alter table opening_hours force row level security;
create policy own_company on opening_hours to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on opening_hours to parley_system using (true) with check (true);
grant select, insert, update, delete on opening_hours to parley_app, parley_system;
