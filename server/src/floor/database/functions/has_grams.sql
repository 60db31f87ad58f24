-- True if a text has letters that `grams` reads. Indexes hold it: after a change of it they are
-- built anew. It is not strict: a strict one is called for each row instead of being part of the statement.
create or replace function has_grams(text) returns boolean language sql immutable parallel safe
  return octet_length($1) > length($1) and $1 ~
    '[\u0370-\u1dff\u2c00-\u2dff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\ua000-\uabff\uac00-\ud7af\uf900-\ufaff\ufb1d-\ufdff\ufe70-\ufefc\uff66-\uff9f]';
