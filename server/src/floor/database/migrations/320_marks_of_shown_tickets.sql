-- Tickets are shown with their tags and values by one call of one function, as its columns.
drop function shown_tickets;
-- function: shown_tickets ae20f1826519
