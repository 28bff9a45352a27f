create or replace function chain_of(e event) returns uuid
language sql immutable as $$
select coalesce(e.project_id, '00000000-0000-0000-0000-000000000000')
$$;
