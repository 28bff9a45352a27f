import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { CreateFlagInput } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Json } from '../../../shared/schemas/keys.ts'

type Variant = { key: string; value: Json }

/** The variants of a new flag: the requested ones, or on and off for a boolean flag. */
export function firstVariants(input: z.output<typeof CreateFlagInput>): Variant[] {
  if (!input.variants) {
    if (input.type === 'boolean')
      return [
        { key: 'on', value: true },
        { key: 'off', value: false },
      ]
    const problem = { path: 'variants', problem: 'they are missing', expected: `at least one ${input.type} value` }
    throw new FanionError('request/invalid', { problems: [problem] }, `A ${input.type} flag needs variants.`)
  }
  const keys = input.variants.map((variant) => variant.key)
  const twice = keys.findIndex((key, index) => keys.indexOf(key) !== index)
  if (twice >= 0) {
    const problem = {
      path: `variants[${twice}].key`,
      problem: `"${keys[twice]}" is listed twice`,
      expected: 'a key of its own',
    }
    throw new FanionError('request/invalid', { problems: [problem] })
  }
  return input.variants
}

/** The first document of a new flag: serves its first variant when on, its last when off. */
export const firstDocument = (
  input: z.output<typeof CreateFlagInput>,
  variants: readonly Variant[],
  on: boolean,
  salt: string,
): FlagDocument => ({
  key: input.key,
  type: input.type,
  on,
  variants: Object.fromEntries(variants.map(({ key, value }) => [key, value])),
  offVariant: variants.at(-1)?.key ?? null,
  prerequisites: [],
  rules: [],
  otherwise: { variant: variants[0]?.key ?? '' },
  salt,
  visibleToClients: input.visibleToClients,
})
