create or replace function drop_event_day(day date) returns void
language plpgsql security definer set search_path from current set lock_timeout = '250ms' as $$
declare
  part text := to_char(day, '"track_"YYYYMMDD');
begin
  if exists (select from pg_inherits where inhparent = 'track'::regclass and inhrelid = to_regclass(quote_ident(part))) then
    execute format('drop table %I', part);
  end if;
end
$$;
