import { computePublishEffect, type PublishEffect } from '../../../../shared/datafile/publish-effect.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'

/** How a publish affects flags other than its own. */
export type OtherFlags = {
  /** Whether the publish turns its flag off, and thereby all of `keys`. */
  turnsOff: boolean
  keys: readonly string[]
}

/** The other flags whose values may change once `after` is published. Uses the same rule as the server. */
export function otherFlags(before: Datafile, after: FlagDocument): OtherFlags {
  const documents = new Map<string, Datafile['flags'][string] | Datafile['segments'][string]>([
    ...Object.entries(before.flags).map(([key, document]) => [`flag/${key}`, document] as const),
    ...Object.entries(before.segments).map(([key, document]) => [`segment/${key}`, document] as const),
  ])
  const { changed, turnsOff }: PublishEffect = computePublishEffect(
    documents,
    [{ kind: 'flag', key: after.key, document: after }],
    numbered(),
  )
  return { turnsOff, keys: changed.filter((key) => key !== after.key) }
}

/** Replaces a hash within one comparison: equal texts get the same short text. */
const numbered = () => {
  const numbers = new Map<string, string>()
  return (text: string): string => {
    const number = numbers.get(text) ?? String(numbers.size)
    numbers.set(text, number)
    return number
  }
}
