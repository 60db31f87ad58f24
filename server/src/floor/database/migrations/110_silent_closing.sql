-- The time of the last closing that asked the client nothing. The present one is silent if it has this time: a reopening leaves it.
alter table ticket add column closed_silently_on timestamptz;
