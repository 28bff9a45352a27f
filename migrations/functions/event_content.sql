create or replace function event_content(e event) returns text
language sql stable as $$
select jsonb_build_array(
  e.sequence, e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  e.actor_kind, e.actor_id, e.actor_name, e.action, e.subject, e.project_id, e.environment_id,
  e.before, e.after, e.request_id, e.address, e.user_agent
)::text
$$;
