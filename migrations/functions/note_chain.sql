create or replace function note_chain() returns trigger
language plpgsql as $$
declare
  noted text := coalesce(current_setting('fanion.chains', true), '');
  own text := chain_of(new)::text;
begin
  if position(own in noted) = 0 then
    perform set_config('fanion.chains', noted || own || ' ', true);
  end if;
  return null;
end
$$;
