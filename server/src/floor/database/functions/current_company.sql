-- Unset means nobody: no rows rather than an error.
create or replace function current_company() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.company_id', true), '')::uuid;
