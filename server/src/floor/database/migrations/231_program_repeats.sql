-- The answers of programs' calls by their Idempotency-Key, written with what the call changes, and kept for a day.
create table program_repeat (
  company_id uuid not null references company,
  -- The key, or the agent whose key it is.
  actor_id uuid not null,
  name text not null check (length(name) between 1 and 255),
  -- Of the call, its path and its body.
  hash bytea not null check (length(hash) = 32),
  -- As text, so that a repeat is answered in the same order of keys.
  answer text not null,
  created_on timestamptz(3) not null,
  primary key (company_id, actor_id, name)
);
create index program_repeat_created_on on program_repeat (created_on);

alter table program_repeat enable row level security;
alter table program_repeat force row level security;
create policy own_company on program_repeat to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on program_repeat to parley_system using (true) with check (true);
grant select, insert, update, delete on program_repeat to parley_app, parley_system;
