-- Whether somebody follows the ticket. A function, since its plan is kept per connection: a client's message asks it.
create or replace function is_followed(company uuid, ticket uuid) returns boolean language plpgsql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return exists (select from ticket_follower f where f.company_id = company and f.ticket_id = ticket);
end $$;
revoke execute on function is_followed from public;
grant execute on function is_followed to parley_app;
