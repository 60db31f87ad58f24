-- Answers what an index finds a text beyond ASCII by. Trigrams leave such letters out where the database knows no others than ASCII. Of
-- Chinese, Japanese and Korean it is each letter and each two neighbours, for their words have no spaces around them; of other languages
-- it is three neighbours each, with two spaces before a word and one behind it. Indexes hold it: after a change of it they are built anew.
create or replace function grams(of_text text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  run text;
  parts text[] := '{}';
begin
  for run in select m[1] from regexp_matches(of_text,
    '([\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]+|[\u0370-\u1dff\u2c00-\u2dff\ua000-\uabff\ufb1d-\ufdff\ufe70-\ufefc]+)',
    'g') m loop
    if run ~ '[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]' then
      for n in 1 .. length(run) loop
        parts := parts || array[substr(run, n, 1), substr(run, n, 2)];
      end loop;
    else
      run := '  ' || run || ' ';
      for n in 1 .. length(run) - 2 loop
        parts := parts || substr(run, n, 3);
      end loop;
    end if;
  end loop;
  return parts;
end $$;
