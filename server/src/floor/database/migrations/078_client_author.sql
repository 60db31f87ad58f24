-- Who wrote the client's last words, when that was another person of the conversation.
alter table ticket add column last_client_author text;
