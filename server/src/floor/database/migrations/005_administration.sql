-- What administrators do: who changed what, clients who turn out to be one, a company's own limits.

-- Who changed what. Names are kept as they were: they stay readable when what they name is gone.
create table audit_entry (
  company_id uuid not null references company,
  id bigint generated always as identity,
  time timestamptz(3) not null,
  -- Null: the command line, or the desk itself.
  actor_id uuid,
  actor_name text not null,
  verb text not null,
  subject_type text not null check (subject_type in ('agent', 'client', 'department', 'channel', 'company')),
  subject_id uuid,
  subject_name text not null,
  -- What was before and what is now, by field.
  changes jsonb not null default '{}',
  primary key (company_id, id)
);

-- A client who turned out to be another one. The row stays, so that the merge can be undone.
alter table client add column merged_into uuid;
alter table client add foreign key (company_id, merged_into) references client;

create table client_merge (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kept_id uuid not null,
  merged_id uuid not null,
  -- The channel identities that went over, as [channel, external id]: with them went the tickets.
  identities jsonb not null,
  -- What the kept client lacked and took over, by field.
  filled jsonb not null default '{}',
  merged_on timestamptz(3) not null,
  merged_by uuid,
  undone_on timestamptz(3),
  undone_by uuid,
  primary key (company_id, id),
  foreign key (company_id, kept_id) references client,
  foreign key (company_id, merged_id) references client
);
create index client_merge_kept on client_merge (company_id, kept_id) where undone_on is null;
create unique index client_merge_once on client_merge (company_id, merged_id) where undone_on is null;

-- Null: what the server allows.
alter table company add column max_upload_mb integer check (max_upload_mb between 1 and 2048);

-- Clients and tickets, newest first, page by page at the same cost on each.
create index client_newest on client (company_id, created_on, id) where merged_into is null;
create index ticket_newest on ticket (company_id, created_on, id);
create index ticket_newest_of_department on ticket (company_id, department_id, created_on, id);
-- The figures of the tickets screen are read from this index alone.
create index ticket_figures on ticket (company_id, department_id, created_on)
  include (platform, handler_id, accepted_on, closed_on, reopened_on);

do $$
declare t text;
begin
  foreach t in array array['audit_entry', 'client_merge'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_company on %I to parley_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('create policy every_company on %I to parley_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to parley_app, parley_system', t);
  end loop;
end $$;

-- The newest clients whose name, number or short id has the keyword. Why it runs as the owner: see search_tickets.
create function search_clients(company uuid, departments uuid[], keyword text, most integer)
returns setof uuid language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  pattern text := '%' || regexp_replace(fold(keyword), '([\\%_])', '\\\1', 'g') || '%';
begin
  if company is distinct from current_company() then return; end if;
  return query
    select c.id from client c
    where c.company_id = company and c.merged_into is null
      and fold(c.name || ' ' || c.short_id || coalesce(' ' || c.account_number, '')) like pattern
      and (departments is null or exists (
        select from ticket t where t.company_id = company and t.client_id = c.id and t.department_id = any (departments)))
    order by c.created_on desc, c.id desc limit most;
end $$;
revoke execute on function search_clients from public;
grant execute on function search_clients to parley_app;
