create or replace function refuse_removing_events() returns trigger
language plpgsql as $$
begin
  if exists (
    select from gone where not exists (
      select from event_chain as link join audit_chain as chain on chain.id = link.chain
      where link.sequence = gone.sequence and link.position <= chain.archived_position
    )
  ) then
    raise exception 'the audit trail is append-only: % of % is refused', tg_op, tg_table_name;
  end if;
  return null;
end
$$;
