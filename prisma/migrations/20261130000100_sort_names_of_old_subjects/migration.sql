update subject set full_name = full_name where sort_name is null;
