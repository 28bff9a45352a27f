import type { Json } from '../../../schemas/keys.ts'
import { notReadable } from '../../exporting/because.ts'
import type { Format } from '../../exporting/reading.ts'
import { own } from '../../exporting/serve.ts'
import { importedFlag } from './imported.ts'
import { flagExpression } from './serve.ts'

/** Targeting of one flag at most, as JSON. */
const targetingBytes = 256 * 1024

/**
 * flagd: a flag is the key of a variant, computed by one expression (https://flagd.dev/schema/v0/flags.json). Off is the off
 * variant without targeting; off without one is DISABLED, which leaves the caller its default.
 */
export const flagd: Format = {
  say: (scope) => {
    const { flag } = scope
    const imported = importedFlag(scope)
    if (imported !== undefined) return imported
    const of = (defaultVariant: string | null, targeting?: Json): Json => ({
      state: 'ENABLED',
      variants: flag.variants,
      defaultVariant: defaultVariant === null ? null : own(defaultVariant, flag),
      ...(targeting === undefined ? {} : { targeting }),
    })
    if (!flag.on && flag.offVariant === null)
      return { state: 'DISABLED', variants: flag.variants, defaultVariant: null }
    if (!flag.on) return of(flag.offVariant)
    const targeting = flagExpression(scope)
    if (typeof targeting === 'string' || targeting === null) return of(targeting)
    if (JSON.stringify(targeting).length > targetingBytes) notReadable('too-large')
    return of(null, targeting)
  },
}
