-- When the first of the client's messages came that no agent has answered. Null where none is unanswered.
alter table ticket add column client_waits_since timestamptz;
-- function: append_messages ffb4457f1204
