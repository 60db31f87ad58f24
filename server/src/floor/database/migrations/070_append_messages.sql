-- What a message makes of its ticket is one rule, `append_messages`, whoever writes it and however many come at one moment.
-- function: append_messages 32893dfc80a2
-- function: append_message 35d2e6c1a6d3
-- function: receive_messages 0235c16a7b1d
-- function: receive_visitor_message 12d4338056cc
-- Only `receive_visitor_message` called it.
drop function receive_message;
