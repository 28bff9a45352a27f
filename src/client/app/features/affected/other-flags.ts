import { type Effect, effectOn } from '../../../../shared/datafile/effect-on-answers.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'

/** What a publish does to flags other than its own. */
export type OtherFlags = {
  /** It turns its flag off, and all of these with it. */
  turnsOff: boolean
  keys: readonly string[]
}

/** The other flags whose answers may differ once `after` is live, by the rule that the server publishes by. */
export function otherFlags(before: Datafile, after: FlagDocument): OtherFlags {
  const documents = new Map<string, Datafile['flags'][string] | Datafile['segments'][string]>([
    ...Object.entries(before.flags).map(([key, document]) => [`flag/${key}`, document] as const),
    ...Object.entries(before.segments).map(([key, document]) => [`segment/${key}`, document] as const),
  ])
  const { changed, turnsOff }: Effect = effectOn(
    documents,
    [{ kind: 'flag', key: after.key, document: after }],
    numbered(),
  )
  return { turnsOff, keys: changed.filter((key) => key !== after.key) }
}

/** Stands in for a hash within one comparison: the same text, the same short text. */
const numbered = () => {
  const numbers = new Map<string, string>()
  return (text: string): string => {
    const number = numbers.get(text) ?? String(numbers.size)
    numbers.set(text, number)
    return number
  }
}
