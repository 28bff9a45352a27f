import { unitText } from '../../../shared/engine/bucketing/native.ts'
import { readUnit } from '../../../shared/engine/split.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import type { AnyDetails } from './define-events.ts'
import type { Attributes } from './define-flags.ts'
import type { Outbox } from './outbox.ts'

/** The server's limit for the text of a unit. */
const maxCharacters = 512

const isUnit = (text: string | undefined): text is string =>
  text !== undefined && text !== '' && text.length <= maxCharacters

/** Returns the attributes that measured rules of a datafile split by. */
const splitsOf = (datafile: Datafile): string[] => {
  const found = new Set<string>()
  for (const { rules } of Object.values(datafile.flags))
    for (const { run, serve } of rules)
      if (run !== undefined && 'split' in serve && serve.split.point?.by !== undefined) found.add(serve.split.point.by)
  return [...found]
}

/**
 * Creates the function that tracks events. Each event also names the units of all attributes that a measured rule
 * splits by. Never throws.
 */
export const createTracking = (
  outbox: Pick<Outbox, 'add'>,
  now: () => number,
  datafile: () => Datafile | null,
  fault: (message: string) => void,
) => {
  let of: Datafile | null = null
  let splits: string[] = []
  const alsoOf = (context: Attributes) => {
    const current = datafile()
    if (current !== of) {
      of = current
      splits = current === null ? [] : splitsOf(current)
    }
    if (splits.length === 0) return undefined
    const units = splits.map((by) => [by, readUnit({ by })(context)] as const)
    return Object.fromEntries(units.filter(([, text]) => isUnit(text)))
  }
  return (event: string, context: Attributes, details: AnyDetails = {}): void => {
    try {
      const unit = unitText(context.targetingKey)
      if (!isUnit(unit)) return fault(`track: ${event} has no targeting key of at most ${maxCharacters} characters`)
      const { value, properties } = details
      // A value that JSON cannot represent would make the server reject the whole batch.
      if (value !== undefined && !Number.isFinite(value)) return fault(`track: the value of ${event} is no number`)
      outbox.add('events', { event, unit, also: alsoOf(context), at: new Date(now()).toISOString(), value, properties })
    } catch (cause) {
      fault(`track: ${event} cannot be told: ${String(cause)}`)
    }
  }
}
