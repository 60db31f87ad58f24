-- The ticket that this one was split from, of a copy the message that it repeats, of that one the ticket with its copy, and of a copy's file
-- the first one with the same bytes. The rows of messages and files name what may be gone.
alter table ticket add column split_from uuid;
alter table ticket add foreign key (company_id, split_from) references ticket (company_id, id) not valid;
alter table message add column split_from uuid, add column split_into uuid;
alter table file add column copy_of uuid;
