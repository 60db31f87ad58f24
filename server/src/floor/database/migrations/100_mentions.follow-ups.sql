-- A mention has one line, however often its job runs.
create unique index concurrently notification_note on notification (company_id, agent_id, note_id) where note_id is not null;

-- No line of before is about a mention.
alter table notification validate constraint notification_type_check;
