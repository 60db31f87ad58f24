-- True unless the ticket was deleted, for the policy of `file`. A function keeps its plan: to plan a subquery in each read of a file takes
-- longer than to run it. The policy of `ticket` decides.
create or replace function shows_ticket(of_ticket uuid) returns boolean language plpgsql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return exists (select from ticket t where t.id = of_ticket);
end $$;
revoke execute on function shows_ticket from public;
grant execute on function shows_ticket to parley_app;
