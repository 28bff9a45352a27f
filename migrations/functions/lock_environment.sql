create or replace function lock_environment(environment_id uuid) returns setof environment
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(log_lock(environment_id));
  return query select * from environment where id = environment_id for no key update;
end
$$;
