update "user" set name = name where sort_name is null;
