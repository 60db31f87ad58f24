-- The departments whose tickets an agent sees: the home one of their row, which a trigger keeps among them, and others.
create table agent_sight (
  company_id uuid not null,
  agent_id uuid not null,
  department_id uuid not null,
  primary key (company_id, agent_id, department_id),
  foreign key (company_id, agent_id) references agent (company_id, id),
  foreign key (company_id, department_id) references department (company_id, id)
);
create index agent_sight_department on agent_sight (company_id, department_id);

alter table agent_sight enable row level security;
alter table agent_sight force row level security;
create policy own_company on agent_sight to parley_app
  using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on agent_sight to parley_system using (true) with check (true);
grant select, insert, update, delete on agent_sight to parley_app, parley_system;

-- function: departments_of bf82aae094dd
-- function: keep_home_department 8a0b0ecfbead
create trigger agent_home_given after insert on agent for each row execute function keep_home_department();
create trigger agent_home_changed after update of department_id on agent for each row
  when (old.department_id <> new.department_id) execute function keep_home_department();

do $$
begin
  set local role parley_system;
  insert into agent_sight (company_id, agent_id, department_id)
    select company_id, id, department_id from agent on conflict do nothing;
  reset role;
end $$;
