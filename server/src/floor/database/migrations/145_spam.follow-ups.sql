-- The few marked tickets, by which a place in the table of all tickets is found beside the figures.
create index concurrently ticket_spam on ticket (company_id, created_on) where spam_on is not null;

-- No ticket of before is marked.
alter table ticket validate constraint ticket_company_id_spam_by_fkey;
