-- An account is working, deserves a look (`attention_on`) or is broken (`broken_on`). A fault that a check found ends with a
-- check; one met in traffic, or silence, ends with the next success of either.
alter table channel
  add column broken_mend text,
  add column broken_by text check (broken_by in ('traffic', 'check', 'silence')),
  add column attention_on timestamptz(3),
  add column attention_reason jsonb,
  add column attention_mend text,
  -- The last check. A process claims an account by moving its next one.
  add column check_outcome text check (check_outcome in ('working', 'attention', 'broken', 'unreachable')),
  add column checked_on timestamptz(3),
  add column next_check_on timestamptz(3),
  -- The first of the checks in a row that found something which only a second one confirms.
  add column suspected_on timestamptz(3),
  -- An outage lasts until the account has worked for some minutes.
  add column outage_on timestamptz(3),
  add column recovered_on timestamptz(3),
  add column mailed_on timestamptz(3);

alter table notification drop constraint notification_type_check;
alter table notification add constraint notification_type_check check (type in ('text', 'rating', 'channel'));

create index message_failed on message (company_id, channel_id, created_on) where status = 'failed';
