-- Names on channels in letters beyond ASCII.
create index concurrently client_identity_grams on client_identity
  using gin (company_id, grams(fold(external_id || coalesce(' ' || username, ''))))
  where has_grams(external_id || coalesce(' ' || username, ''));

-- Mails by subject alone, which names their ticket: what is in every address would be read for each mail.
create index concurrently mail_subject_search on message_mail
  using gin (company_id, fold(subject) gin_trgm_ops, grams(fold(subject)));
