-- Which clients have a ticket in a department, read without the tickets: what row-level security asks of them is in the index.
create index concurrently ticket_clients_of_department on ticket (company_id, department_id, client_id)
  include (deleted_on, merged_into);
