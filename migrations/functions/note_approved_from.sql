create or replace function note_approved_from() returns trigger
language plpgsql as $$
begin
  if new.required_approvals = 0 then
    new.approved_from := null;
  elsif tg_op = 'INSERT' or old.required_approvals = 0 then
    new.approved_from := new.head_number;
  end if;
  return new;
end
$$;
