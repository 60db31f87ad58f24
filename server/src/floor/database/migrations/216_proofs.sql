-- Whether clients join an organisation by the domain of an address that they have proved.
alter table company add column organisations_join boolean not null default false;

-- What is proved of an identity: an address, a number, or the subject that a page vouches for. The newest of each kind.
create table identity_proof (
  company_id uuid not null,
  channel_id uuid not null,
  external_id text not null,
  kind text not null check (kind in ('address', 'number', 'subject')),
  value text not null,
  proven_on timestamptz(3) not null,
  primary key (company_id, channel_id, external_id, kind),
  foreign key (company_id, channel_id, external_id) references client_identity on delete cascade
);
create index identity_proof_value on identity_proof (company_id, kind, value);
alter table identity_proof enable row level security;
alter table identity_proof force row level security;
create policy own_company on identity_proof to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on identity_proof to parley_system using (true) with check (true);
grant select, insert, update, delete on identity_proof to parley_app, parley_system;

-- Two clients who proved the same. A dismissed pair is not proposed again.
create table merge_proposal (
  company_id uuid not null,
  first_id uuid not null,
  second_id uuid not null,
  proposed_on timestamptz(3) not null,
  dismissed_on timestamptz(3),
  dismissed_by uuid,
  primary key (company_id, first_id, second_id),
  foreign key (company_id, first_id) references client (company_id, id),
  foreign key (company_id, second_id) references client (company_id, id),
  check (first_id < second_id)
);
create index merge_proposal_second on merge_proposal (company_id, second_id);
create index merge_proposal_open on merge_proposal (company_id, proposed_on, first_id, second_id) where dismissed_on is null;
alter table merge_proposal enable row level security;
alter table merge_proposal force row level security;
create policy own_company on merge_proposal to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on merge_proposal to parley_system using (true) with check (true);
grant select, insert, update, delete on merge_proposal to parley_app, parley_system;

-- The values of organisations, as those of clients (168).
create table organisation_value (
  company_id uuid not null,
  organisation_id uuid not null,
  field_id uuid not null,
  text text,
  number double precision,
  day date,
  yes boolean,
  choice uuid,
  primary key (company_id, organisation_id, field_id),
  foreign key (company_id, organisation_id) references organisation,
  foreign key (company_id, field_id) references field,
  check (num_nonnulls(text, number, day, yes, choice) = 1)
);
create index organisation_value_field on organisation_value (company_id, field_id, organisation_id);
create index organisation_value_text on organisation_value (company_id, field_id, text) where text is not null;
create index organisation_value_number on organisation_value (company_id, field_id, number) where number is not null;
create index organisation_value_day on organisation_value (company_id, field_id, day) where day is not null;
create index organisation_value_choice on organisation_value (company_id, field_id, choice) where choice is not null;
alter table organisation_value enable row level security;
alter table organisation_value force row level security;
create policy own_company on organisation_value to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on organisation_value to parley_system using (true) with check (true);
grant select, insert, update, delete on organisation_value to parley_app, parley_system;

alter table field drop constraint field_owner_check;
alter table field add constraint field_owner_check check (owner in ('ticket', 'client', 'organisation')) not valid;
alter table table_columns drop constraint table_columns_list_check;
alter table table_columns add constraint table_columns_list_check check (list in ('tickets', 'clients', 'organisations')) not valid;
