-- A line about an account began with its outage; of one that lasts it names the account, and ends with it.
update notification n set channel_id = c.id, channel_platform = c.platform from channel c
  where in_batch(n) and n.type = 'channel' and n.channel_id is null and n.ended_on is null
    and c.company_id = n.company_id and c.outage_on = n.created_on and c.name = n.name;

-- All others are over.
update notification n set ended_on = now(), seen_on = coalesce(n.seen_on, now())
  where in_batch(n) and n.type = 'channel' and n.channel_id is null and n.ended_on is null;

-- Every line has a known type.
alter table notification validate constraint notification_type_check;
