create index concurrently figure_span_waiting on figure_span (company_id, department_id) where waits;
