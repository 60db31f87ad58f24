-- function: hidden_tickets fee4950be008
-- What these policies show is what they showed: a row's ticket is there by a foreign key, and hidden only when it was deleted. No key says so
-- of `action`, whose policy asks for each row.
alter policy own_company on file using (company_id = current_company()
  and (ticket_id is null or ticket_id not in (select hidden.id from hidden_tickets() as hidden (id))));
alter policy own_company on notification using (company_id = current_company()
  and (ticket_id is null or ticket_id not in (select hidden.id from hidden_tickets() as hidden (id))));
