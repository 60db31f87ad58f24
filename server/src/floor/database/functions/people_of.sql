-- Lists the names and addresses of a mail's address, or of a list of them, each in a line. Indexes hold it: after a change of its answers
-- they are built anew. A single address, and none, are answered without a query, which takes ten times as long.
create or replace function people_of(jsonb) returns text language plpgsql immutable strict parallel safe as $$
declare
  single constant jsonb := case when jsonb_typeof($1) <> 'array' then $1 when jsonb_array_length($1) = 1 then $1 -> 0 end;
begin
  if single is not null then return coalesce(single ->> 'name', '') || ' ' || coalesce(single ->> 'address', ''); end if;
  if $1 = '[]' then return ''; end if;
  return (select string_agg(coalesce(p ->> 'name', '') || ' ' || coalesce(p ->> 'address', ''), chr(10)) from jsonb_array_elements($1) p);
end $$;
