-- Since when an administrator lets nothing in from a channel: its webhooks are answered and dropped.
alter table channel add column webhook_off_on timestamptz(3);

-- A provider's token between the two calls of a sign-up, sealed with APP_SECRET. The second call consumes it.
create table channel_signup (
  company_id uuid not null,
  agent_id uuid not null,
  platform text not null,
  token bytea not null,
  expires_on timestamptz(3) not null,
  primary key (company_id, agent_id, platform),
  foreign key (company_id, agent_id) references agent on delete cascade
);
alter table channel_signup enable row level security;
alter table channel_signup force row level security;
create policy own_company on channel_signup to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on channel_signup to parley_system using (true) with check (true);
grant select, insert, update, delete on channel_signup to parley_app, parley_system;
