alter table field validate constraint field_owner_check;
alter table table_columns validate constraint table_columns_list_check;
