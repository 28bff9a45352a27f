create or replace function refuse_removing_links() returns trigger
language plpgsql as $$
begin
  if exists (
    select from gone left join audit_chain as chain on chain.id = gone.chain
    where gone.position > coalesce(chain.archived_position, 0)
      or exists (select from event where event.sequence = gone.sequence)
  ) then
    raise exception 'the audit trail is append-only: % of % is refused', tg_op, tg_table_name;
  end if;
  return null;
end
$$;
