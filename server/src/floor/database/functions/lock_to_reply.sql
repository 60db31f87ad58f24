-- Locks the ticket that an agent replies in, and says whether a message with the reply's id is there already.
-- The lock is a statement of its own, so that the second one sees what the lock's last holder has written.
create or replace function lock_to_reply(company uuid, first uuid, last uuid, reply uuid)
returns table (locked ticket, repeated boolean)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  perform from ticket t where t.company_id = company and t.id between first and last limit 2 for update;
  return query
    select t, exists (select from message m where m.company_id = company and m.id = reply)
    from ticket t where t.company_id = company and t.id between first and last limit 2;
end $$;
revoke execute on function lock_to_reply from public;
grant execute on function lock_to_reply to parley_app;
