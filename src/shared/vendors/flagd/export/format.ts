import type { Json } from '../../../schemas/keys.ts'
import type { Format } from '../../exporting/format-support.ts'
import { own } from '../../exporting/serve.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'
import { importedFlag } from './imported.ts'
import { flagExpression } from './serve.ts'

/** Size limit of one flag's targeting, in bytes of JSON. */
const targetingBytes = 256 * 1024

/**
 * flagd: one expression computes the key of a variant (https://flagd.dev/schema/v0/flags.json). A flag that is off
 * serves its off variant without targeting. Without an off variant it is DISABLED, so that callers get their default.
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
