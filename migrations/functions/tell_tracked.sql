create or replace function tell_tracked() returns trigger
language plpgsql as $$
begin
  perform pg_notify('fanion_measure', coalesce(new.project_id, old.project_id)::text);
  return null;
end
$$;
