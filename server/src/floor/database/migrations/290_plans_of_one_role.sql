-- Sessions are found by one role alone, whose plan is kept; a client's message says whether somebody follows its ticket.
drop function receive_messages, receive_visitor_message;
-- function: find_open_sessions c071a6ca6a24
-- function: has_grams 7abb03aad180
-- function: receive_messages 579ab5dd0bad
-- function: receive_visitor_message 7a91dbb2ebd2
