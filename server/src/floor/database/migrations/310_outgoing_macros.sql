-- The macro that runs when the text leaves: its bubble as the agent saw it, with the id of the run.
alter table outgoing add column macro jsonb;
-- When a text with a macro leaves, in place of the other two times: processes of the version before know those alone, and would send the text without its actions.
alter table outgoing add column macro_due_on timestamptz(3);
-- How often its leaving has failed: it stops after some.
alter table outgoing add column tries integer not null default 0;
alter table outgoing drop constraint outgoing_one_state;
alter table outgoing add constraint outgoing_one_state
  check (num_nonnulls(due_on, mail_due_on, macro_due_on, stopped_on, dropped_on) = 1) not valid;
