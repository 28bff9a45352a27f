create or replace function tell_review() returns trigger
language plpgsql as $$
begin
  perform pg_notify('fanion_changes', change.project_id || ':' || change.number)
  from change where change.id = new.change_id;
  return null;
end
$$;
