-- A rule is also switched off when the webhook to which it sends was removed, or was parked after its failures.
alter table rule drop constraint rule_off_gone_check;
alter table rule add constraint rule_off_gone_check
  check (off_gone in ('tag', 'department', 'field', 'agent', 'bubble', 'webhook')) not valid;
