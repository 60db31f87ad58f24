-- Which process fetches a file or sends a mail. When that process has ended, its claim ends before its time.
alter table file add column fetching_by uuid;
alter table mail add column sending_by uuid;
