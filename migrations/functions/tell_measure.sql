create or replace function tell_measure() returns trigger
language plpgsql as $$
begin
  perform pg_notify('fanion_measure', coalesce(new.environment_id, old.environment_id)::text);
  return null;
end
$$;
