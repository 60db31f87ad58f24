alter table view validate constraint view_sort_check;
