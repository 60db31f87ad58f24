-- The Chinese, Japanese and Korean letters of a text, single and with their right neighbour: words in these languages have two letters
-- or one, and no spaces around them. Indexes hold it: after a change of it they are built anew.
create or replace function bigrams(of_text text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  run text;
  parts text[] := '{}';
begin
  for run in select m[1] from regexp_matches(of_text, '[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uff66-\uff9f]+', 'g') m loop
    for n in 1 .. length(run) loop
      parts := parts || substr(run, n, 1) || substr(run, n, 2);
    end loop;
  end loop;
  return parts;
end $$;
