alter table outgoing validate constraint outgoing_one_state;
