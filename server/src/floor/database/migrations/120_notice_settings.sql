-- What an agent chose about notices. Without a row, and for what it does not name, the defaults in contract/src/notice-kinds.ts hold.
create table notice_setting (
  company_id uuid not null,
  agent_id uuid not null,
  -- By kind and way: {"message": {"mail": true}}.
  kinds jsonb not null default '{}',
  -- The quiet hours, by the wall clock.
  quiet jsonb,
  primary key (company_id, agent_id),
  foreign key (company_id, agent_id) references agent (company_id, id)
);
alter table notice_setting enable row level security;
alter table notice_setting force row level security;
create policy own_company on notice_setting to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on notice_setting to parley_system using (true) with check (true);
grant select, insert, update, delete on notice_setting to parley_app, parley_system;

-- A line that its agent does not want in the inbox exists for push and mail alone.
alter table notification add column listed boolean not null default true;
