#!/bin/sh
# One flag over HTTP: the whole answer, with variant and reason.
curl --silent --show-error --fail "$FANION_URL/ofrep/v1/evaluate/flags/checkout" \
  --header "Authorization: Bearer $FANION_KEY" --header 'Content-Type: application/json' \
  --data '{"context":{"targetingKey":"user-1"}}'
