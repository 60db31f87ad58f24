-- Strangers' tries count apart from the owner's: by where they come from, and by browser for codes.

-- A browser in which an agent has signed in: the SHA-256 of its cookie. It lets nobody in; its tries count apart.
create table known_device (
  company_id uuid not null,
  agent_id uuid not null,
  token_hash bytea not null,
  last_used_on timestamptz(3) not null,
  expires_on timestamptz(3) not null,
  primary key (company_id, agent_id, token_hash),
  foreign key (company_id, agent_id) references agent on delete cascade
);
create index known_device_token on known_device (token_hash);
create index known_device_expiry on known_device (expires_on);

alter table known_device enable row level security;
alter table known_device force row level security;
create policy own_company on known_device to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on known_device to parley_system using (true) with check (true);
grant select, insert, update, delete on known_device to parley_app, parley_system;

-- Tries are counted by account and source, both as SHA-256. What was counted before says nothing of sources.
delete from sign_in_try;
alter table sign_in_try add column source bytea not null;
alter table sign_in_try drop constraint sign_in_try_pkey;
alter table sign_in_try add primary key (account, source);

-- One code lives per address, purpose and browser.
alter table mail_code drop constraint mail_code_pkey;
alter table mail_code add primary key (purpose, account, browser);
