-- The tickets merged into one add these numbers to its own: messages, those of the client and how many of them the reader has seen, whether one
-- could not be sent, and the reply window of the thread on which the client wrote last. Why it runs as the owner: see merged_target.
create or replace function merged_numbers(company uuid, target uuid, merged uuid[], reader uuid) returns jsonb language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if company is distinct from current_company() then return null; end if;
  return (
    select jsonb_build_object(
      'last_seq', coalesce(sum(t.last_seq), 0), 'client_messages', coalesce(sum(t.client_messages), 0),
      'seen', coalesce(sum((select r.client_messages from ticket_read r
        where r.company_id = company and r.ticket_id = t.id and r.agent_id = reader)), 0),
      'failed', coalesce(bool_or(exists (select from failed_message f where f.company_id = company and f.ticket_id = t.id)), false),
      'reply_window_until', (
        select w.reply_window_until from ticket w
        where w.company_id = company and w.id = coalesce((
          select m.ticket_id from unnest(target || merged) one
          cross join lateral (select c.ticket_id, c.created_on from message c
            where c.company_id = company and c.ticket_id = one and not c.is_agent order by c.created_on desc limit 1) m
          order by m.created_on desc limit 1), target)))
    from ticket t where t.company_id = company and t.id = any (merged));
end $$;
revoke execute on function merged_numbers from public;
grant execute on function merged_numbers to parley_app;
