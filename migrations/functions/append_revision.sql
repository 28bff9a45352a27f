create or replace function append_revision(
  made revision,
  told event,
  seen environment,
  watched_kinds text[],
  watched_keys text[],
  kinds text[],
  keys text[],
  documents text[],
  from_kinds text[],
  from_keys text[],
  to_kinds text[],
  to_keys text[],
  above_kinds text[] default '{}',
  above_keys text[] default '{}',
  breaches json default null
) returns setof revision
language plpgsql as $$
declare
  now_is environment;
  last revision;
  waiting_since timestamptz;
begin
  if not pg_try_advisory_xact_lock(log_lock(made.environment_id)) then
    waiting_since := clock_timestamp();
  end if;
  select * into now_is from lock_environment(made.environment_id);
  if now_is.id is null or now_is.protected <> seen.protected or now_is.required_approvals <> seen.required_approvals
    or now_is.promises_version <> seen.promises_version
  then
    return;
  end if;
  if now_is.head_number > seen.head_number and exists (
    select from entry where entry.environment_id = made.environment_id and entry.number > seen.head_number and (
      exists (
        select from unnest(watched_kinds, watched_keys) as watched (kind, key)
        where watched.kind = entry.kind and watched.key = entry.key
      ) or exists (
        select from reference join (
          select * from unnest(kinds, keys) union select * from unnest(above_kinds, above_keys)
        ) as subject (kind, key)
          on subject.kind = reference.to_kind and subject.key = reference.to_key
        where reference.environment_id = made.environment_id
          and reference.kind = entry.kind and reference.key = entry.key
      )
    )
  ) then
    return;
  end if;

  select * into last from revision where environment_id = made.environment_id and number = now_is.head_number;
  made.number := now_is.head_number + 1;
  -- the publisher's clock, and how long it waited here; the log's time never runs backwards
  made.published_at := greatest(
    date_trunc('milliseconds', made.published_at + coalesce(clock_timestamp() - waiting_since, interval '0')),
    last.published_at
  );
  made.digest := hex_xor(coalesce(last.digest, repeat('0', 32)), made.digest);
  insert into revision values (made.*);
  insert into entry (environment_id, number, kind, key, document)
    select made.environment_id, made.number, kind, key, document::json
    from unnest(kinds, keys, documents) as one (kind, key, document);

  insert into revision_breach (environment_id, number, promise, name, sentence, state, reason)
    select made.environment_id, made.number, one.* from json_to_recordset(breaches)
      as one (promise text, name text, sentence text, state json, reason text);

  delete from head using unnest(kinds, keys, documents) as one (kind, key, document)
    where head.environment_id = made.environment_id and head.kind = one.kind and head.key = one.key
      and one.document is null;
  insert into head (environment_id, kind, key, number, document)
    select made.environment_id, kind, key, made.number, document::json
    from unnest(kinds, keys, documents) as one (kind, key, document) where document is not null
    on conflict (environment_id, kind, key)
    do update set number = excluded.number, document = excluded.document;
  delete from reference using unnest(kinds, keys) as one (kind, key)
    where reference.environment_id = made.environment_id
      and reference.kind = one.kind and reference.key = one.key;
  insert into reference (environment_id, kind, key, to_kind, to_key)
    select made.environment_id, * from unnest(from_kinds, from_keys, to_kinds, to_keys);
  update environment set head_number = made.number where id = made.environment_id;

  told.at := made.published_at;
  told.subject := told.subject || made.number;
  insert into event (
    id, at, actor_kind, actor_id, actor_name, action, subject, project_id, environment_id, before, after,
    request_id, address, user_agent
  ) values (
    told.id, told.at, told.actor_kind, told.actor_id, told.actor_name, told.action, told.subject, told.project_id,
    told.environment_id, told.before, told.after, told.request_id, told.address, told.user_agent
  );
  perform pg_notify('fanion_log', made.environment_id || ':' || made.number);
  return next made;
end
$$;
