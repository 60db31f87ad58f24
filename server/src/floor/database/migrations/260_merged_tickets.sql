-- The ticket that this one was merged into, when and by whom; on that one, the tickets that were merged into it, in their order.
alter table ticket
  add column merged_into uuid,
  add column merged_on timestamptz(3),
  add column merged_by uuid,
  add column merged_tickets uuid[];
alter table ticket add foreign key (company_id, merged_into) references ticket (company_id, id) not valid;
alter table ticket add foreign key (company_id, merged_by) references agent (company_id, id) not valid;

-- A merged ticket is hidden as a deleted one is; its target shows its messages.
alter policy own_company on ticket
  using (company_id = current_company() and (deleted_on is null or current_setting('app.deleted', true) = 'shown')
    and (merged_into is null or current_setting('app.merged', true) = 'shown' or current_setting('app.deleted', true) = 'shown'));
-- function: merged_target 19f79258bd65
-- function: merged_on_thread b06c1f6f0cb1
-- function: merged_numbers 9c48cf02a363
-- function: message_places fb0d9b93842b
-- function: shows_ticket 36eeb779a5ce
-- function: hidden_tickets 9d95a10f8876
alter policy own_company on action using (company_id = current_company() and (ticket_id is null or shows_ticket(ticket_id)));

-- function: append_messages aa1de72b8137
-- function: receive_messages 3c09a617caec
-- function: visitor_conversations 759e13990d73
-- function: receive_visitor_message 52fb65a5eabd
-- function: count_ticket_change 6a6c24cd0ab6
-- function: count_tickets 82646ec3d25f
-- function: search_clients 41f90b327fd1
-- function: search_tickets 27c8eaad97d0
-- function: find_by_words ba39115ecc47
create or replace trigger ticket_counted_anew after update of department_id, handler_id, accepted_on, closed_on, rating, spam_on, deleted_on,
    merged_into
  on ticket for each row when ((old.department_id, old.handler_id, old.accepted_on, old.closed_on is null, old.rating,
      is_spam(old.closed_on, old.spam_on), old.deleted_on is null, old.merged_into is null)
    is distinct from (new.department_id, new.handler_id, new.accepted_on, new.closed_on is null, new.rating,
      is_spam(new.closed_on, new.spam_on), new.deleted_on is null, new.merged_into is null))
  execute function count_ticket_change();
