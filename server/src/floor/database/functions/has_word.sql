-- True if a folded text has a folded word: anywhere, but one of two letters begins a word of the text, and one of a single letter stands
-- alone. Letters of languages without spaces between words are found anywhere.
create or replace function has_word(of_text text, word text) returns boolean language sql immutable parallel safe
  return strpos(of_text, word) > 0 and case when length(word) > 2 or has_bigrams(word) then true
    else of_text ~ ('(^|[^[:alnum:]])' || regexp_replace(word, '([^[:alnum:][:space:]])', '\\\1', 'g')
      || case when length(word) = 1 then '($|[^[:alnum:]])' else '' end) end;
