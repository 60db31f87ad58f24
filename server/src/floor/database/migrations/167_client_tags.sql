create table client_tag (
  company_id uuid not null,
  client_id uuid not null,
  tag_id uuid not null,
  primary key (company_id, client_id, tag_id),
  foreign key (company_id, client_id) references client (company_id, id),
  foreign key (company_id, tag_id) references tag
);
create index client_tag_tag on client_tag (company_id, tag_id, client_id);
alter table client_tag enable row level security;
alter table client_tag force row level security;
create policy own_company on client_tag to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on client_tag to parley_system using (true) with check (true);
grant select, insert, update, delete on client_tag to parley_app, parley_system;

-- The tags that the kept client got with the merge, which its undoing removes.
alter table client_merge add column given_tags uuid[] not null default '{}';
