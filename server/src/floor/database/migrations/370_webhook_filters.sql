-- The condition on tickets by which a webhook chooses its events; null means every event.
alter table webhook add column condition jsonb;
