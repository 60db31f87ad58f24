-- A text without case and accents, as both sides of a search have it. Indexes hold it: after a change of it they are built anew.
create or replace function fold(text) returns text language sql immutable strict parallel safe
  return lower(unaccent('unaccent'::regdictionary, $1));
