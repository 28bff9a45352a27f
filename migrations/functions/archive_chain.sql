create or replace function archive_chain(chain_id uuid, up_to bigint) returns bigint
language plpgsql as $$
declare
  removed bigint;
begin
  update audit_chain set archived_position = up_to, archived_hash = (
    select hash from event_chain where chain = chain_id and position = up_to
  ) where id = chain_id and archived_position < up_to
    and exists (select from event_chain where chain = chain_id and position = up_to)
    and exists (select from event_chain where chain = chain_id and position > up_to);
  if not found then
    raise exception 'no links of chain % can be archived up to %', chain_id, up_to;
  end if;
  delete from event using event_chain as link
    where link.chain = chain_id and link.position <= up_to and event.sequence = link.sequence;
  delete from event_chain where chain = chain_id and position <= up_to;
  get diagnostics removed = row_count;
  return removed;
end
$$;
