create or replace function keep_look() returns trigger
language plpgsql as $$
begin
  raise exception 'a look is never written anew';
end
$$;
