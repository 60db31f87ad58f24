-- The fields that administrators define for tickets and clients. A deleted one keeps its row, since event lines name it.
create table field (
  company_id uuid not null references company,
  id uuid not null default gen_random_uuid(),
  owner text not null check (owner in ('ticket', 'client')),
  name text not null check (length(name) between 1 and 60),
  type text not null check (type in ('text', 'number', 'date', 'choice', 'yes_no', 'link')),
  place integer not null,
  -- A list of {id, name, archived}. A choice stays, since values name it.
  choices jsonb not null default '[]',
  created_on timestamptz(3) not null,
  -- Its values stay, and nobody sets it.
  archived_on timestamptz(3),
  deleted_on timestamptz(3),
  primary key (company_id, id)
);
create unique index field_name on field (company_id, owner, fold(name)) where deleted_on is null;
alter table field enable row level security;
alter table field force row level security;
create policy own_company on field to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on field to parley_system using (true) with check (true);
grant select, insert, update, delete on field to parley_app, parley_system;

-- The values of tickets: the column follows from the field's type, so that each is compared by operators that are leakproof, which use an index
-- under row-level security.
create table ticket_value (
  company_id uuid not null,
  ticket_id uuid not null,
  field_id uuid not null,
  text text,
  number double precision,
  day date,
  yes boolean,
  choice uuid,
  primary key (company_id, ticket_id, field_id),
  foreign key (company_id, ticket_id) references ticket,
  foreign key (company_id, field_id) references field,
  check (num_nonnulls(text, number, day, yes, choice) = 1)
);
create index ticket_value_field on ticket_value (company_id, field_id, ticket_id);
create index ticket_value_text on ticket_value (company_id, field_id, text) where text is not null;
create index ticket_value_number on ticket_value (company_id, field_id, number) where number is not null;
create index ticket_value_day on ticket_value (company_id, field_id, day) where day is not null;
create index ticket_value_choice on ticket_value (company_id, field_id, choice) where choice is not null;
alter table ticket_value enable row level security;
alter table ticket_value force row level security;
create policy own_company on ticket_value to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on ticket_value to parley_system using (true) with check (true);
grant select, insert, update, delete on ticket_value to parley_app, parley_system;

-- The values of clients: the column follows from the field's type, so that each is compared by operators that are leakproof, which use an index
-- under row-level security.
create table client_value (
  company_id uuid not null,
  client_id uuid not null,
  field_id uuid not null,
  text text,
  number double precision,
  day date,
  yes boolean,
  choice uuid,
  primary key (company_id, client_id, field_id),
  foreign key (company_id, client_id) references client (company_id, id),
  foreign key (company_id, field_id) references field,
  check (num_nonnulls(text, number, day, yes, choice) = 1)
);
create index client_value_field on client_value (company_id, field_id, client_id);
create index client_value_text on client_value (company_id, field_id, text) where text is not null;
create index client_value_number on client_value (company_id, field_id, number) where number is not null;
create index client_value_day on client_value (company_id, field_id, day) where day is not null;
create index client_value_choice on client_value (company_id, field_id, choice) where choice is not null;
alter table client_value enable row level security;
alter table client_value force row level security;
create policy own_company on client_value to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on client_value to parley_system using (true) with check (true);
grant select, insert, update, delete on client_value to parley_app, parley_system;

-- The fields whose values the kept client got with the merge, which its undoing removes.
alter table client_merge add column given_fields uuid[] not null default '{}';
