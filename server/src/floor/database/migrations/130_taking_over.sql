-- An agent may take a ticket over from a handler who has been offline for these minutes; null means never.
alter table company
  add column take_over_minutes integer,
  add constraint company_take_over_minutes_check check (take_over_minutes between 1 and 1440) not valid;
-- When the agent was last seen to leave. Of agents who are offline now nothing older is known.
alter table agent add column offline_on timestamptz not null default now();
alter table notification drop constraint notification_type_check;
alter table notification add constraint notification_type_check
  check (type in ('text', 'rating', 'channel', 'handover', 'failed', 'takeover')) not valid;
