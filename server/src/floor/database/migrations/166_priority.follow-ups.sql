-- Each ticket of before is normal.
alter table ticket validate constraint ticket_priority_check;

-- The few that are not, by which the table of all tickets finds those of a priority.
create index concurrently ticket_priority on ticket (company_id, priority, created_on, id) where priority <> 'normal';
