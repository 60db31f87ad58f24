-- The threads of the tickets there are already.
update ticket t set thread = t.client_external_id where in_batch(t) and t.thread is null;

-- Each ticket has a thread.
alter table ticket alter column thread set not null;

-- A thread has one open ticket.
create unique index concurrently ticket_open on ticket (company_id, channel_id, thread) where closed_on is null;

-- A thread's last ticket.
create index concurrently ticket_last_of_thread on ticket (company_id, channel_id, thread, created_on desc);

-- The authors of the messages there are already.
update message m set author = t.client_external_id from ticket t
  where in_batch(m) and t.company_id = m.company_id and t.id = m.ticket_id and not m.is_agent and m.author is null;

-- The search index, without which the authors take half of the time.
-- Not concurrently, which takes a GIN index twice as long: processes of the version before cannot write by now.
create index message_search on message
  using gin (company_id, ticket_id, fold(content || coalesce(' ' || caption, '')) gin_trgm_ops)
  with (gin_pending_list_limit = 256)
  where type not in ('rating', 'close', 'reopen', 'location');
