-- One constraint of one function for the allowed values of a message, a ticket and an event; a received message's facts in columns.
-- function: message_fits 48ce52133434
-- function: ticket_fits dea897f164c3
-- function: event_fits 6e9508bd786a
alter table message
  drop constraint message_type_check, drop constraint message_status_check, drop constraint message_purpose_check,
  drop constraint message_seq_check,
  add constraint message_fits check (message_fits(type, status, purpose, seq)) not valid;
alter table ticket
  drop constraint ticket_priority_check, drop constraint ticket_rating_check, drop constraint ticket_snoozed_check,
  drop constraint ticket_back_why_check, drop constraint ticket_waited_ms_check,
  add constraint ticket_fits
    check (ticket_fits(priority, rating, snoozed_on, snoozed_until, snoozed_by, back_why, waited_ms)) not valid;
-- Rows of before met the former constraints.
alter table event
  drop constraint event_subject_type_check, drop constraint event_number_check,
  add constraint event_fits check (event_fits(subject_type, number)) not valid;
drop function append_messages, receive_messages;
-- function: append_messages f7d0b9b108bb
-- function: receive_messages d2bd830d25f7
