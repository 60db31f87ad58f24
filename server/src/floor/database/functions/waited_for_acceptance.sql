-- Milliseconds that a ticket waited for its acceptance, as the figures count it; 0 of one that an agent began.
create or replace function waited_for_acceptance(begun_by uuid, created_on timestamptz, accepted_on timestamptz, waited_ms bigint)
returns bigint language sql immutable
return case when begun_by is null then acceptance_ms(created_on, accepted_on, waited_ms) else 0 end;
