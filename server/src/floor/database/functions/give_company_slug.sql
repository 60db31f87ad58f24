-- Gives a company the slug of its name; -2, -3 … follows one that another company has or had, or that is reserved.
create or replace function give_company_slug(company uuid, name text, since timestamptz) returns text language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  wanted text := slug_of(name);
  number integer := 1;
  given text;
begin
  loop
    begin
      insert into company_slug (slug, company_id, taken_on)
        values (concat_ws('-', wanted, nullif(number, 1)), company, since)
        on conflict (slug) do nothing returning slug into given;
      if given is not null then return given; end if;
    exception when check_violation then
      -- Reserved; with a number behind it no word is.
      if number > 1 then raise; end if;
    end;
    number := number + 1;
  end loop;
end $$;
