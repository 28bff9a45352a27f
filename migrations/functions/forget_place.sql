create or replace function forget_place() returns trigger
language plpgsql as $$
begin
  delete from intake_count where place = old.place;
  delete from track_batch where place = old.place;
  return null;
end
$$;
