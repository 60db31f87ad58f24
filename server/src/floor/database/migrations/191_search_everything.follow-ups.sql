-- Messages in letters beyond ASCII. What waits to be sorted in is kept small.
create index concurrently message_grams on message
  using gin (company_id, grams(fold(content || coalesce(' ' || caption, '')))) with (gin_pending_list_limit = 256)
  where type not in ('rating', 'close', 'reopen', 'location') and has_grams(content || coalesce(' ' || caption, ''));

-- Mails by subject and addresses.
create index concurrently mail_search on message_mail
  using gin (company_id, mail_head(subject, sender, to_list, cc_list, bcc_list) gin_trgm_ops,
    grams(mail_head(subject, sender, to_list, cc_list, bcc_list)));

-- Notes by their text.
create index concurrently note_search on note
  using gin (company_id, fold(content) gin_trgm_ops, grams(fold(content))) where deleted_on is null;

-- Files of tickets by their names.
create index concurrently file_search on file
  using gin (company_id, fold(name) gin_trgm_ops, grams(fold(name))) with (gin_pending_list_limit = 256) where ticket_id is not null;

-- Clients by name, numbers and address.
create index concurrently client_search_everything on client
  using gin (company_id, fold(name || ' ' || short_id || coalesce(' ' || account_number, '') || coalesce(' ' || address, '')) gin_trgm_ops,
    grams(fold(name || ' ' || short_id || coalesce(' ' || account_number, '') || coalesce(' ' || address, '')))) where merged_into is null;

-- Clients by their addresses, numbers and names on channels.
create index concurrently client_identity_search on client_identity
  using gin (company_id, fold(external_id || coalesce(' ' || username, '')) gin_trgm_ops);
