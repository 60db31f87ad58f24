-- Finds the tokens that were not used for a year.
create index visitor_session_used on visitor_session (used_on);
