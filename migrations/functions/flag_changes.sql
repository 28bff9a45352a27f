create or replace function flag_changes() returns trigger
language plpgsql as $$
begin
  new.changed := pg_current_xact_id();
  return new;
end
$$;
