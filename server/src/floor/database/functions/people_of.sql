-- Lists the names and addresses of a mail's address, or of a list of them, each in a line. Indexes hold it: after a change of it they are
-- built anew.
create or replace function people_of(jsonb) returns text language sql immutable strict parallel safe
  return (select coalesce(string_agg(coalesce(p ->> 'name', '') || ' ' || coalesce(p ->> 'address', ''), chr(10)), '')
    from jsonb_array_elements(case jsonb_typeof($1) when 'array' then $1 else jsonb_build_array($1) end) p);
