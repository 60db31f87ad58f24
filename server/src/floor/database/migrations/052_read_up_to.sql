-- The newest message of ours that the client has read, by the provider's id, where the provider reports once for all before it.
alter table client_identity add column read_up_to text;

-- Such ids are decimal numbers that grow with time. Null where one is missing.
create function is_up_to(id text, newest text) returns boolean language sql immutable
as $$ select (length(id), id collate "C") <= (length(newest), newest collate "C") $$;
