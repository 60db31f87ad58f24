-- Whether events go several in one request, and how many the last request of a delivery had; null where it went alone.
alter table webhook add column batches boolean not null default false;
alter table webhook_delivery add column batch integer;
