-- The numbers of messages among those of several tickets, which are ordered by time: their own number, and how many of each other ticket
-- came before. Numbers are dense within a ticket, and its times ascend with them.
create or replace function message_places(company uuid, tickets uuid[], ids uuid[])
returns table (id uuid, place integer) language plpgsql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
  select m.id, m.seq + coalesce((
      select sum(b.seq)::integer from unnest(tickets) other
      cross join lateral (
        select o.seq from message o
        where o.company_id = company and o.ticket_id = other
          and (o.created_on < m.created_on or o.created_on = m.created_on and o.ticket_id < m.ticket_id)
        order by o.created_on desc limit 1) b
      where other <> m.ticket_id), 0)
  from unnest(ids) i join message m on m.company_id = company and m.id = i;
end $$;
revoke execute on function message_places from public;
grant execute on function message_places to parley_app;
