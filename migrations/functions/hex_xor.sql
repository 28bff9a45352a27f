create or replace function hex_xor(a text, b text) returns text
language sql immutable as $$
select string_agg(lpad(to_hex(
  ('x' || substr(a, at, 8))::bit(32)::bigint # ('x' || substr(b, at, 8))::bit(32)::bigint
), 8, '0'), '' order by at)
from unnest(array[1, 9, 17, 25]) as at
$$;
