-- A function's plans are kept by a connection until a table is analyzed. Made while a table was nearly empty, one reads it whole, and goes
-- on so while thousands of rows are added. Each of these looks its rows up by keys, whatever the size of a table.
do $$
declare f regprocedure;
begin
  for f in
    select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and p.proname in ('find_sessions', 'lock_for_reply', 'shown_tickets', 'shown_pins', 'shown_private_chats',
        'receive_message', 'receive_messages', 'append_message', 'receive_visitor_message', 'visitor_conversations')
  loop
    execute format('alter function %s set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off', f);
  end loop;
end $$;
