alter table rule validate constraint rule_off_gone_check;
