-- What a timeline shows beside the messages: a ticket has an event for each message, which this leaves out.
create index concurrently event_beside_messages on event (company_id, subject_id, time)
  where subject_type = 'ticket' and kind <> 'ticket_message';
