-- Processes from before migration 083 call it; the others call `lock_to_reply`.
-- Locks the ticket that an agent replies in, and says what the reply needs to know of it: whether its id is there already, whether other
-- messages of the ticket wait, whether its account works (null when it must not send now), and the client's other id at the provider.
-- As a function its statements are planned once in a connection, and the second sees what the lock's last holder has written.
create or replace function lock_for_reply(company uuid, first uuid, last uuid, reply uuid, moment timestamptz)
returns table (locked ticket, repeated boolean, others_wait boolean, account_broken boolean, alias text)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  perform from ticket t where t.company_id = company and t.id between first and last limit 2 for update;
  return query
    select t,
      exists (select from message m where m.company_id = company and m.id = reply),
      exists (select from message m where m.company_id = company and m.ticket_id = t.id and m.status = 'queued'),
      (select c.broken_on is not null from channel c
        where c.company_id = company and c.id = t.channel_id and c.removed_on is null
          and (c.sends_from is null or c.sends_from <= moment)),
      (select i.alias from client_identity i
        where i.company_id = company and i.channel_id = t.channel_id and i.external_id = t.client_external_id)
    from ticket t where t.company_id = company and t.id between first and last limit 2;
end $$;
revoke execute on function lock_for_reply from public;
grant execute on function lock_for_reply to parley_app;
