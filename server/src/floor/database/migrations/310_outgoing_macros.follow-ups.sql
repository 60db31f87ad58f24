alter table outgoing validate constraint outgoing_one_state;

-- The worker asks it each second which texts with macros leave now.
create index concurrently outgoing_macro_due on outgoing (macro_due_on) where macro_due_on is not null;
