-- Clients' messages that come at one moment, each of another thread, are appended to their open tickets. Those that take more are left
-- out: without an open ticket (a merged one is hidden), with one that others are merged into or another unit of work holds, a repeat, and what
-- a blocked client writes. So is a message of a ticket whose rows went after it was deleted: the draft's `purged` is the hash that is kept of it.
-- `given` is a list of {number, channel, thread, draft, preview, counts, window_until}. What the caller tells of it has columns of its own,
-- `department` to `wrote` of the ticket before: read from the row types outside a function, they are planned for each call.
create or replace function receive_messages(company uuid, given jsonb, at timestamptz)
returns table (number integer, appended message, before ticket, window_until timestamptz, followed boolean, written json, department uuid,
  handler uuid, accepted timestamptz, wrote timestamptz, goals json) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare held jsonb;
begin
  -- The next statement sees what these tickets and their clients were before they were locked.
  held := (
    select jsonb_agg(g.one || jsonb_build_object('ticket', t.id, 'recorded', g.one -> 'counts', 'unless_blocked', true))
    from jsonb_array_elements(given) as g (one)
    cross join lateral (
      select t.id from ticket t
      where t.company_id = company and t.channel_id = (g.one ->> 'channel')::uuid and t.thread = g.one ->> 'thread' and t.closed_on is null
        and t.merged_tickets is null
      limit 1 for update skip locked) t
    where not exists (
      select from purged_message p where p.company_id = company and p.hash = g.one -> 'draft' ->> 'purged'));
  return query
  select a.number, a.appended, a.before, a.window_until,
    exists (select from ticket_follower f where f.company_id = company and f.ticket_id = (a.before).id),
    to_json(a.appended), (a.before).department_id, (a.before).handler_id, (a.before).accepted_on, (a.before).client_wrote_on,
    a.goals
  from append_messages(company, held, at) a;
end $$;
revoke execute on function receive_messages from public;
grant execute on function receive_messages to parley_app;
