import type { FlagDocument } from '../../../shared/schemas/flag.ts'

/** A flag that is off and leaves everybody the default that the code has: what programs had without it. */
export const asleep = ({ key, type, variants, salt, visibleToClients, hashKey }: FlagDocument): FlagDocument => ({
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
