create or replace function forget_run() returns trigger
language plpgsql as $$
begin
  delete from exposure where run = old.id;
  return null;
end
$$;
