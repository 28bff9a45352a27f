import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Json } from '../../../shared/schemas/keys.ts'
import type { AnyFlags } from '../core/calls.ts'

type Declared = AnyFlags[string]

const variantOf = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'string' && value !== '' ? value : 'given'
}

/** Creates a document that serves one value of a declared flag to every user. */
export const documentServing = ({ key, type, variants }: Declared, value: unknown): FlagDocument => {
  const values = type === 'boolean' ? [true, false] : [...(variants ?? []), value]
  return {
    key,
    type,
    on: true,
    // Safe cast: values of a flag are JSON.
    variants: Object.fromEntries(values.map((one) => [variantOf(one), one as Json])),
    offVariant: null,
    prerequisites: [],
    rules: [],
    otherwise: { variant: variantOf(value) },
    salt: key,
    visibleToClients: true,
  }
}
