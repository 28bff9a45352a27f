create or replace function add_event_day(day date) returns void
language plpgsql security definer set search_path from current as $$
declare
  part text := to_char(day, '"track_"YYYYMMDD');
  reader text;
begin
  perform pg_advisory_xact_lock(hashtext('fanion.track'));
  if to_regclass(quote_ident(part)) is not null then
    return;
  end if;
  execute format(
    'create table %I partition of track for values from (%L) to (%L)',
    part, to_char(day, 'YYYY-MM-DD"T00:00:00Z"'), to_char(day + 1, 'YYYY-MM-DD"T00:00:00Z"')
  );
  -- some questions read a day’s partition by its name, which needs a right of its own
  for reader in
    select distinct grantee::regrole::text from pg_class cross join aclexplode(relacl)
    where pg_class.oid = 'track'::regclass and privilege_type = 'SELECT' and grantee not in (0, relowner)
  loop
    execute format('grant select on %I to %s', part, reader);
  end loop;
end
$$;
