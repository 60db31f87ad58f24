alter table client validate constraint client_organisation_fkey;

-- The clients of an organisation, as its page and the table of clients list them.
create index concurrently client_organisation on client (company_id, organisation_id, created_on, id)
  where organisation_id is not null;
