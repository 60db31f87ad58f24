
-- Mails by subject alone, which names their ticket: what is in every address would be read for each mail.
create index concurrently mail_subject_search on message_mail
  using gin (company_id, fold(subject) gin_trgm_ops, grams(fold(subject)));
