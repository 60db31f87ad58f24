-- The few merged tickets, found by their target or their client.
create index concurrently ticket_merged on ticket (company_id, merged_into) where merged_into is not null;

-- No ticket of before is merged.
alter table ticket validate constraint ticket_company_id_merged_into_fkey;
alter table ticket validate constraint ticket_company_id_merged_by_fkey;
