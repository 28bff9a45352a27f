create or replace function chain_beginning(c audit_chain) returns bytea
language sql immutable as $$
select case when c.id = '00000000-0000-0000-0000-000000000000' then c.after_hash
  else sha256(c.after_hash || convert_to(c.id::text || ':' || c.after_position::text, 'UTF8')) end
$$;
