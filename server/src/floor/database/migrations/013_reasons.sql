-- Reasons are a code with facts, so that each reader words them in their own language. What was stored as English text
-- stays readable as the code `text`. A column of the new type takes the old one's place, so that a table's rows without a
-- reason, which are nearly all, are not written again.
do $$
declare c record;
begin
  for c in select * from (values
    ('message', 'status_reason'), ('file', 'reason'), ('channel', 'broken_reason'), ('client_identity', 'unreachable_reason')
  ) as reasons (of_table, of_column) loop
    execute format('alter table %I rename column %I to reason_text', c.of_table, c.of_column);
    execute format('alter table %I add column %I jsonb', c.of_table, c.of_column);
    set local role parley_system;
    execute format(
      'update %I set %I = jsonb_build_object(''code'', ''text'', ''facts'', jsonb_build_object(''says'', reason_text)) where reason_text is not null',
      c.of_table, c.of_column);
    reset role;
    execute format('alter table %I drop column reason_text', c.of_table);
  end loop;
end $$;
