-- The stretches of some tickets, which are shown as one, in which the client was to write: from an agent's message until the client's next
-- one, null while there is none. What programs, rules and the desk send is neither.
create or replace function client_turns(company uuid, tickets uuid[], since timestamptz)
returns table (from_on timestamptz, to_on timestamptz) language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select w.created_on, w.next_on from (
    select m.created_on, m.is_agent, lag(m.is_agent, 1, false) over written as before,
      (select min(c.created_on) from message c where c.company_id = company and c.ticket_id = any(tickets) and not c.is_agent
        and c.type not in ('rating', 'close', 'reopen') and c.created_on > m.created_on) as next_on
    from message m
    where m.company_id = company and m.ticket_id = any(tickets) and m.created_on >= since and m.type not in ('rating', 'close', 'reopen')
      and (not m.is_agent or (m.agent_id is not null and m.purpose is null))
    window written as (order by m.created_on, m.seq)) w
  where w.is_agent and not w.before
$$;
revoke execute on function client_turns from public;
grant execute on function client_turns to parley_app, parley_system;
