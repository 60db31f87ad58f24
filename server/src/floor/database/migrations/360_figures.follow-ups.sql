create index concurrently message_rating_words on message (company_id, created_on) where type = 'rating' and caption is not null;
