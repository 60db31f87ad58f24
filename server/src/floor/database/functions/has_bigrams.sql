-- True if a text has letters that `bigrams` reads. Indexes hold it: after a change of it they are built anew.
create or replace function has_bigrams(text) returns boolean language sql immutable strict parallel safe
  return octet_length($1) > length($1) and $1 ~ '[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uff66-\uff9f]';
