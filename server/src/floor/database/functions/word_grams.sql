-- Answers those of `grams` that every text with the word has, wherever it stands. The list is empty for a word that has none.
create or replace function word_grams(word text) returns text[] language sql immutable strict parallel safe
  return array(
    select distinct g from unnest(grams(word)) g
    where case when length(g) < 3 then length(g) = 2 or length(word) = 1
      -- Nothing is known of what stands before and behind a word, but that a short one begins there.
      else g !~ ' ' or (length(word) = 2 and g ~ '^ [^ ]') or (length(word) = 1 and g ~ '^ . $') end);
