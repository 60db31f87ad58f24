-- Keys of programs: of the company, or of the agent as whom the key acts.
create table api_key (
  company_id uuid not null references company,
  id uuid not null default gen_random_uuid(),
  agent_id uuid,
  name text not null check (length(name) between 1 and 60),
  abilities text[] not null,
  -- Null means every department.
  departments uuid[],
  -- Addresses and networks in CIDR notation; none means from everywhere.
  networks text[] not null default '{}',
  created_by uuid not null,
  created_on timestamptz(3) not null,
  expires_on timestamptz(3) not null,
  ended_on timestamptz(3),
  last_used_on date,
  last_used_from text,
  primary key (company_id, id),
  foreign key (company_id, agent_id) references agent (company_id, id),
  foreign key (company_id, created_by) references agent (company_id, id)
);
create index api_key_agent on api_key (company_id, agent_id) where agent_id is not null;
create index api_key_created_by on api_key (company_id, created_by);

-- The hashes of a key's secrets: two for a day after a rotation.
create table api_key_secret (
  company_id uuid not null,
  key_id uuid not null,
  hash bytea not null primary key check (length(hash) = 32),
  created_on timestamptz(3) not null,
  valid_until timestamptz(3),
  foreign key (company_id, key_id) references api_key (company_id, id) on delete cascade
);
create index api_key_secret_key on api_key_secret (company_id, key_id);

alter table api_key enable row level security;
alter table api_key force row level security;
create policy own_company on api_key to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on api_key to parley_system using (true) with check (true);
grant select, insert, update, delete on api_key to parley_app, parley_system;

alter table api_key_secret enable row level security;
alter table api_key_secret force row level security;
create policy own_company on api_key_secret to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on api_key_secret to parley_system using (true) with check (true);
grant select, insert, update, delete on api_key_secret to parley_app, parley_system;

-- function: find_keys 0488d9e1ee5d
