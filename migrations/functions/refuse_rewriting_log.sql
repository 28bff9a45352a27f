create or replace function refuse_rewriting_log() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then
    return null;
  end if;
  raise exception 'the log is append-only: % of % is refused', tg_op, tg_table_name;
end
$$;
