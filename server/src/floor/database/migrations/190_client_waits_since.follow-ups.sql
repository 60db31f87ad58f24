-- Open tickets of before whose last word is the client's: since their last message, as far as is known.
update ticket t set client_waits_since = t.client_wrote_on
  where in_batch(t) and t.closed_on is null and t.client_waits_since is null and t.client_wrote_on is not null
    and (t.last_message_is_agent is not true or t.last_message_automatic);
