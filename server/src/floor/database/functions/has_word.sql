-- True if a folded text has a folded word: anywhere, but one of two letters begins a word of the text, and one of a single letter stands
-- alone. Letters of languages without spaces between words are found anywhere.
create or replace function has_word(of_text text, word text) returns boolean language sql immutable parallel safe
  return strpos(of_text, word) > 0 and case
    when length(word) > 2 or word ~ '[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]' then true
    else of_text ~ short_word(word) end;
