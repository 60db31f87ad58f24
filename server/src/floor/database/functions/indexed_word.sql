-- Answers a condition, in SQL, that an index of trigrams or one of `grams` is asked for the texts in which `has_word` finds the word.
-- `of_text` is the indexed expression.
create or replace function indexed_word(of_text text, word text) returns text language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select case
    when word_grams(word) <> '{}' then format('grams(%s) @> %L::text[]', of_text, word_grams(word))
    when length(word) < 3 then format('%s ~ %L', of_text, short_word(word))
    -- Neighbouring trigrams come together anyway: every second one is enough.
    when word ~ '^[[:alnum:]]{5,}$' then (
      select string_agg(format('%s like %L', of_text, '%' || substr(word, least(n, length(word) - 2), 3) || '%'), ' and ')
      from generate_series(1, least(length(word) - 1, 15), 2) n)
    else format('%s like %L', of_text, '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%')
  end
$$;
revoke execute on function indexed_word from public;
