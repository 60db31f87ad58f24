-- What the server of a mailbox did wrong of late, and how long it rests for it, in the channel module's own shape. Null: nothing.
alter table channel add column conduct jsonb;
