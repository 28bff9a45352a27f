create or replace function chain_event(e event) returns void
language plpgsql as $$
declare
  own uuid := chain_of(e);
  last event_chain;
  opened audit_chain;
begin
  perform pg_advisory_xact_lock(hashtext('fanion.audit'), hashtext(own::text));
  select * into last from event_chain where chain = own order by position desc limit 1;
  if not found then
    select * into opened from audit_chain where id = own;
    if not found then
      opened.id := own;
      select position, hash into opened.after_position, opened.after_hash from event_chain
        where chain = '00000000-0000-0000-0000-000000000000' order by position desc limit 1;
      opened.after_position := coalesce(opened.after_position, 0);
      opened.after_hash := coalesce(opened.after_hash, decode(repeat('00', 32), 'hex'));
      insert into audit_chain (id, after_position, after_hash)
        values (opened.id, opened.after_position, opened.after_hash);
    end if;
    last.position := 0;
    last.hash := chain_beginning(opened);
  end if;
  insert into event_chain (chain, position, sequence, hash) values (
    own, last.position + 1, e.sequence, sha256(last.hash || convert_to(event_content(e), 'UTF8'))
  );
end
$$;
