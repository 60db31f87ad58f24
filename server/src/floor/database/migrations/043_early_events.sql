-- A client's edits, deletions and reactions that arrive before their message, of each kind the newest.
create table early_event (
  company_id uuid not null,
  channel_id uuid not null,
  external_id text not null,
  kind text not null check (kind in ('edit', 'delete', 'reaction')),
  event jsonb not null,
  created_on timestamptz(3) not null,
  primary key (company_id, channel_id, external_id, kind),
  foreign key (company_id, channel_id) references channel
);
create index early_event_age on early_event (company_id, channel_id, created_on);
alter table early_event enable row level security;
alter table early_event force row level security;
create policy own_company on early_event to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on early_event to parley_system using (true) with check (true);
grant select, insert, update, delete on early_event to parley_app, parley_system;
