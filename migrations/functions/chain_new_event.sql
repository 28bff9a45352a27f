create or replace function chain_new_event() returns trigger
language plpgsql security definer set search_path from current as $$
declare
  noted text := coalesce(current_setting('fanion.chains', true), '');
  one integer;
begin
  if noted <> '' then
    for one in select distinct hashtext(chain) as key from unnest(string_to_array(trim(noted), ' ')) as chain order by key
    loop
      perform pg_advisory_xact_lock(hashtext('fanion.audit'), one);
    end loop;
    perform set_config('fanion.chains', '', true);
  end if;
  perform chain_event(new);
  return null;
end
$$;
