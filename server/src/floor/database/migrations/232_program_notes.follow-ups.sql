create index concurrently note_key_id on note (company_id, key_id) where key_id is not null;

alter table note validate constraint note_key;
alter table note validate constraint note_writer;
alter table note validate constraint note_author;
