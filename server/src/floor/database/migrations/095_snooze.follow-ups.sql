-- The snoozes whose time comes next.
create index concurrently ticket_snoozed on ticket (snoozed_until) where snoozed_until is not null;

-- No ticket of before is snoozed.
alter table ticket validate constraint ticket_company_id_snoozed_by_fkey;
alter table ticket validate constraint ticket_back_why_check;
alter table ticket validate constraint ticket_snoozed_check;
