-- A company's events in the order of their places, for programs.
create unique index concurrently event_place_in_company on event (company_id, place) where place is not null;
