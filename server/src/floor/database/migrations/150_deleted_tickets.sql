-- When a ticket was deleted, and by whom.
alter table ticket
  add column deleted_on timestamptz(3),
  add column deleted_by uuid;
alter table ticket add foreign key (company_id, deleted_by) references agent (company_id, id) not valid;

-- A deleted ticket is hidden from every unit of work but one that says otherwise, and with it what is read without its ticket.
alter policy own_company on ticket
  using (company_id = current_company() and (deleted_on is null or current_setting('app.deleted', true) = 'shown'));
-- function: shows_ticket 92b685394928
alter policy own_company on file using (company_id = current_company() and (ticket_id is null or shows_ticket(ticket_id)));
alter policy own_company on notification using (company_id = current_company() and (ticket_id is null
  or exists (select from ticket t where t.company_id = notification.company_id and t.id = notification.ticket_id)));
alter policy own_company on action using (company_id = current_company() and (ticket_id is null
  or exists (select from ticket t where t.company_id = action.company_id and t.id = action.ticket_id)));

-- Keyed hashes of the provider's ids of messages whose rows went after their ticket was deleted, so that none of them comes back.
create table purged_message (
  company_id uuid not null references company,
  hash text not null,
  purged_on timestamptz(3) not null,
  primary key (company_id, hash)
);
alter table purged_message enable row level security;
alter table purged_message force row level security;
create policy own_company on purged_message to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on purged_message to parley_system using (true) with check (true);
grant select, insert, update, delete on purged_message to parley_app, parley_system;

-- function: count_ticket_change 988b36e08bba
-- function: count_tickets 8e2de3d5d619
-- function: receive_messages 2b1e7c89add7
-- function: search_clients 22d4d0a9d4b0
-- function: search_tickets 1863ce861631
create or replace trigger ticket_counted_anew after update of department_id, handler_id, accepted_on, closed_on, rating, spam_on, deleted_on
  on ticket for each row when ((old.department_id, old.handler_id, old.accepted_on, old.closed_on is null, old.rating,
      is_spam(old.closed_on, old.spam_on), old.deleted_on is null)
    is distinct from (new.department_id, new.handler_id, new.accepted_on, new.closed_on is null, new.rating,
      is_spam(new.closed_on, new.spam_on), new.deleted_on is null))
  execute function count_ticket_change();
