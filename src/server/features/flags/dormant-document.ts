import type { FlagDocument } from '../../../shared/schemas/flag.ts'

/** A version of the flag that is off and serves no value, so that applications keep using their code default. */
export const dormantDocument = ({
  key,
  type,
  variants,
  salt,
  visibleToClients,
  hashKey,
}: FlagDocument): FlagDocument => ({
  key,
  type,
  on: false,
  variants,
  offVariant: null,
  prerequisites: [],
  rules: [],
  otherwise: { variant: Object.keys(variants)[0] ?? '' },
  salt,
  visibleToClients,
  ...(hashKey === undefined ? {} : { hashKey }),
})
