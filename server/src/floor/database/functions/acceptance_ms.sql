-- Milliseconds that an accepted ticket waited, as the figures count it; 0 for one that was not accepted.
create or replace function acceptance_ms(created_on timestamptz, accepted_on timestamptz, waited_ms bigint) returns bigint
language sql immutable
return case when accepted_on is null then 0
  else coalesce(waited_ms, (extract(epoch from accepted_on - created_on) * 1000)::bigint) end;
