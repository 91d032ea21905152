-- Tries are counted in Redis or in the process: nothing reads or writes this.
-- squawk-ignore ban-drop-table
drop table rate_limit;
