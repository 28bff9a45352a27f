create or replace function owner_renamed() returns trigger
language plpgsql as $$
begin
  update flag set owner_id = owner_id where owner_id = new.id;
  return null;
end
$$;
