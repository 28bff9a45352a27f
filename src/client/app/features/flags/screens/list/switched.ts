import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'

export type SwitchedFlag = { key: string; before: FlagDocument; after: FlagDocument }

/** The flags that switching would change: those that exist and do not have this state yet. */
export const flagsToSwitch = (
  keys: readonly string[],
  flags: Readonly<Record<string, FlagDocument>>,
  on: boolean,
): SwitchedFlag[] =>
  keys.flatMap((key) => {
    const before = flags[key]
    return before === undefined || before.on === on ? [] : [{ key, before, after: { ...before, on } }]
  })

/** Keys that fit in a URL. For more, the whole environment is read. */
const most = 50

/** Query input for the flags to switch. */
export const partOf = (keys: readonly string[]) =>
  keys.length > most ? {} : { subjects: keys.map((key) => ({ kind: 'flag' as const, key })) }
