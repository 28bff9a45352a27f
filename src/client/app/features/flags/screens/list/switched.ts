import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'

/** A flag before and after its switch is turned. */
export type Switched = { key: string; before: FlagDocument; after: FlagDocument }

/** The flags whose switch would turn: those that are there, and not so already. */
export const switched = (
  keys: readonly string[],
  flags: Readonly<Record<string, FlagDocument>>,
  on: boolean,
): Switched[] =>
  keys.flatMap((key) => {
    const before = flags[key]
    return before === undefined || before.on === on ? [] : [{ key, before, after: { ...before, on } }]
  })

/** What an address can hold; of more, everything is read. */
const most = 50

/** Which part of an environment has to be read to turn these. */
export const partOf = (keys: readonly string[]) =>
  keys.length > most ? {} : { subjects: keys.map((key) => ({ kind: 'flag' as const, key })) }
