-- A program writes notes in its own name, which stays with them.
alter table note alter column agent_id drop not null;
alter table note add column key_id uuid;
alter table note add column author text;
alter table note add constraint note_author check (length(author) <= 200) not valid;
alter table note add constraint note_key foreign key (company_id, key_id) references api_key (company_id, id) not valid;
alter table note add constraint note_writer check ((agent_id is null) = (key_id is not null and author is not null)) not valid;

-- A program's note gives sight of its ticket too.
alter table ticket_sight alter column given_by drop not null;
