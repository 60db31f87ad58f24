-- Where clients work. A deleted one keeps its row, since events name it.
create table organisation (
  company_id uuid not null references company,
  id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  note text,
  created_on timestamptz(3) not null,
  deleted_on timestamptz(3),
  primary key (company_id, id)
);
create unique index organisation_name on organisation (company_id, fold(name)) where deleted_on is null;
alter table organisation enable row level security;
alter table organisation force row level security;
create policy own_company on organisation to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on organisation to parley_system using (true) with check (true);
grant select, insert, update, delete on organisation to parley_app, parley_system;

-- The domains of an organisation's addresses, in lower-case ASCII.
create table organisation_domain (
  company_id uuid not null,
  domain text not null,
  organisation_id uuid not null,
  primary key (company_id, domain),
  foreign key (company_id, organisation_id) references organisation
);
create index organisation_domain_of on organisation_domain (company_id, organisation_id);
alter table organisation_domain enable row level security;
alter table organisation_domain force row level security;
create policy own_company on organisation_domain to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on organisation_domain to parley_system using (true) with check (true);
grant select, insert, update, delete on organisation_domain to parley_app, parley_system;

-- `organisation_chosen_on`: an administrator put the client in or took them out, which their address does not change.
alter table client
  add column organisation_id uuid,
  add column organisation_chosen_on timestamptz(3),
  add constraint client_organisation_fkey foreign key (company_id, organisation_id) references organisation not valid;
