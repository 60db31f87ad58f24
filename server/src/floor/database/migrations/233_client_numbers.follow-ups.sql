-- Programs find a client by their number.
create index concurrently client_account_number on client (company_id, account_number) where account_number is not null;
