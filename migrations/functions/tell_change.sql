create or replace function tell_change() returns trigger
language plpgsql as $$
begin
  perform pg_notify('fanion_changes', new.project_id || ':' || new.number);
  return null;
end
$$;
