-- The few tickets that were split off, found by the one they came from, and the few copies of files, found by the first.
create index concurrently ticket_split on ticket (company_id, split_from) where split_from is not null;
create index concurrently file_copy on file (company_id, copy_of) where copy_of is not null;

-- No ticket of before was split off.
alter table ticket validate constraint ticket_company_id_split_from_fkey;
