-- A provider's message id is the newest one's or lies before it. Such ids are decimal numbers that grow with time. Null where one is missing.
create or replace function is_up_to(id text, newest text) returns boolean language sql immutable
as $$ select (length(id), id collate "C") <= (length(newest), newest collate "C") $$;
