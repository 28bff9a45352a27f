create or replace function log_lock(environment_id uuid) returns bigint
language sql immutable as $$
select hashtextextended('fanion.log.' || environment_id, 0)
$$;
