-- Companies that were there before get the slug of their name, older ones first.
select give_company_slug(company_id, name, created_on) from (
  select c.company_id, c.name, c.created_on from company c
  where in_batch(c) and not exists (select from company_slug s where s.company_id = c.company_id)
  order by c.created_on, c.company_id) one;
