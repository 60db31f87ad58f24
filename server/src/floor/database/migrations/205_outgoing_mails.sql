-- Mails of agents that have not left yet. `mail` is what the call gave: addresses, subject, HTML, files and the mail it answers; `content` is its text,
-- and `file_id` the document with its signature.
alter table outgoing add column mail jsonb;
-- When a mail leaves, in place of `due_on`: processes of the version before know that one alone, and would send a mail as a text.
alter table outgoing add column mail_due_on timestamptz(3);
alter table outgoing drop constraint outgoing_check;
alter table outgoing add constraint outgoing_one_state
  check (num_nonnulls(due_on, mail_due_on, stopped_on, dropped_on) = 1) not valid;
