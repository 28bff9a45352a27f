create or replace function queue_deliveries() returns trigger
language plpgsql as $$
begin
  insert into delivery (webhook_id, event_sequence, action, state, next_attempt_at, created_at)
    select id, new.sequence, new.action, 'pending', new.at, new.at
    from webhook
    where project_id = new.project_id
      and (actions = '{}' or new.action = any (actions))
      and (environments is null or new.environment_id is null or new.environment_id = any (environments));
  if found then perform pg_notify('fanion_webhooks', ''); end if;
  return null;
end
$$;
