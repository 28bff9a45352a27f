create or replace function keep_cohort() returns trigger
language plpgsql as $$
begin
  raise exception 'a cohort is reckoned once';
end
$$;
