-- Messages approved by a provider beforehand: outside the reply window nothing else can be sent. Numbers of one provider
-- account share their templates, and each channel has its own rows of them.
create table message_template (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  channel_id uuid not null,
  provider_id text not null,
  -- As an administrator entered it. Null: created at the provider.
  title text,
  name text not null,
  language text not null,
  category text not null,
  -- The provider's word, in lower case.
  status text not null,
  reason jsonb,
  components jsonb not null,
  created_on timestamptz(3) not null,
  updated_on timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, channel_id) references channel on delete cascade
);
create unique index message_template_name on message_template (company_id, channel_id, name, language);
create index message_template_provider on message_template (company_id, provider_id);

alter table message_template enable row level security;
alter table message_template force row level security;
create policy own_company on message_template to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on message_template to parley_system using (true) with check (true);
grant select, insert, update, delete on message_template to parley_app, parley_system;
