create or replace function refuse_rewriting() returns trigger
language plpgsql as $$
begin
  raise exception 'the audit trail is append-only: % of % is refused', tg_op, tg_table_name;
end
$$;
