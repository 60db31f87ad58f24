-- Answers a regular expression for a word of one or two letters, which an index of trigrams can be asked: the word begins a word of the
-- text, and a single letter is a word of its own.
create or replace function short_word(word text) returns text language sql immutable strict parallel safe
  return (select '(^|' || gap || ')' || regexp_replace(word, '([^[:alnum:][:space:]])', '\\\1', 'g')
      || case when length(word) = 1 then '($|' || gap || ')' else '' end
    from (select case when word ~ '^[ -~]+$' then E'[ \n\r\t!"#$%&''()*+,./:;<=>?@\\[\\\\\\]^_`{|}~-]' else '[^[:alnum:]]' end as gap) g);
