-- When a closed ticket was marked as spam, by whom, and whether its client was blocked with it.
alter table ticket
  add column spam_on timestamptz,
  add column spam_by uuid,
  add column spam_blocked boolean;
alter table ticket add foreign key (company_id, spam_by) references agent (company_id, id) not valid;
-- function: is_spam 78c2b03603ab
-- function: count_ticket_change 998d43ee8b0a
-- function: count_tickets a56a1ffbe7e3
create or replace trigger ticket_counted_anew after update of department_id, handler_id, accepted_on, closed_on, rating, spam_on on ticket
  for each row when ((old.department_id, old.handler_id, old.accepted_on, old.closed_on is null, old.rating, is_spam(old.closed_on, old.spam_on))
    is distinct from (new.department_id, new.handler_id, new.accepted_on, new.closed_on is null, new.rating, is_spam(new.closed_on, new.spam_on)))
  execute function count_ticket_change();
