create index concurrently note_rule_id on note (company_id, rule_id) where rule_id is not null;

alter table note validate constraint note_rule;
alter table note validate constraint note_writer;
alter table notification validate constraint notification_type_check;
