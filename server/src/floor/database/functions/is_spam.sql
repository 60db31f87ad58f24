-- A closed ticket is spam while its mark is no older than its closing: a process that does not know the mark reopens and closes beside it.
create or replace function is_spam(closed_on timestamptz, spam_on timestamptz) returns boolean language sql immutable
return coalesce(spam_on >= closed_on, false);
