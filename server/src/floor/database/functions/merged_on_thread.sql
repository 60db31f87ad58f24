-- The merged ticket that holds a thread of a channel: it is open by itself, so no other ticket of the thread is.
-- Why it runs as the owner: see merged_target.
create or replace function merged_on_thread(company uuid, channel uuid, place text) returns uuid language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if company is distinct from current_company() then return null; end if;
  return (select t.id from ticket t
    where t.company_id = company and t.channel_id = channel and t.thread = place and t.closed_on is null and t.merged_into is not null
    limit 1);
end $$;
revoke execute on function merged_on_thread from public;
grant execute on function merged_on_thread to parley_app;
