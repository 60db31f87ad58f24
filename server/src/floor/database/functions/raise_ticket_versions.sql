-- Each change of a ticket raises one of its versions, by which a console knows an event that arrives late: that of its stage (whose it
-- is, whether it is open, whether it sleeps), or that of all else. A message has its number for that.
create or replace function raise_ticket_versions() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.department_id, new.handler_id, new.accepted_by, new.accepted_on, new.closed_on, new.closed_by_name, new.reopened_on,
      new.snoozed_on, new.snoozed_until, new.snoozed_by, new.back_why)
    is distinct from (old.department_id, old.handler_id, old.accepted_by, old.accepted_on, old.closed_on, old.closed_by_name,
      old.reopened_on, old.snoozed_on, old.snoozed_until, old.snoozed_by, old.back_why)
  then new.stage_version := old.stage_version + 1;
  else new.version := old.version + 1;
  end if;
  return new;
end $$;
revoke execute on function raise_ticket_versions from public;
