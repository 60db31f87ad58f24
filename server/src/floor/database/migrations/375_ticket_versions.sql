-- One of them rises with each change of a ticket but a message's, so that a console knows an event that arrives late.
alter table ticket add column version integer not null default 0;
alter table ticket add column stage_version integer not null default 0;
-- function: raise_ticket_versions 928b6fc21c1a
create trigger ticket_versions before update on ticket for each row
  when (new.version = old.version and new.last_seq = old.last_seq) execute function raise_ticket_versions();
