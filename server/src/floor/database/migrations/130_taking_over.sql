-- An agent may take a ticket over from a handler who has been offline for these minutes; null means never.
alter table company
  add column take_over_minutes integer,
  add constraint company_take_over_minutes_check check (take_over_minutes between 1 and 1440) not valid;
-- Of agents who are offline now nothing older is known.
do $$
begin
  set local role parley_system;
  insert into absence (company_id, agent_id, left_on) select company_id, id, now() from agent on conflict do nothing;
  reset role;
end $$;
alter table notification drop constraint notification_type_check;
alter table notification add constraint notification_type_check
  check (type in ('text', 'rating', 'channel', 'handover', 'failed', 'mention', 'takeover')) not valid;
