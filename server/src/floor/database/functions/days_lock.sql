-- Shared by who changes a ticket, until the commit; a step of a recount has it alone. So a step sees each ticket either as it
-- was before a change, which then adds its difference, or as it is after it.
create or replace function days_lock(company uuid) returns bigint language sql immutable
set search_path = pg_catalog, public, pg_temp
return hashtextextended('days of ' || company, 0);
