import { FanionError, type Problem } from '../../../shared/errors/fanion-error.ts'
import type { ImportItem, ItemStatus } from '../../../shared/features/imports/schemas/import.ts'

type Subject = { kind: 'flag' | 'segment'; key: string }
export type ImportCandidate = { readonly position: number; readonly item: ImportItem; readonly status: ItemStatus }

export type ItemSelection = {
  readonly only?: readonly Subject[] | undefined
  readonly leaveOut: readonly Subject[]
  readonly replace: readonly Subject[]
}

const placeOf = ({ kind, key }: Subject): string => `${kind}/${key}`

/**
 * Selects the items to write: the chosen ones and their dependencies. Items that already exist unchanged are skipped.
 * Existing items that differ are replaced only if they were named; if a chosen item depends on one that was not, this
 * throws `import/blocked`. It also throws if a named item cannot be imported.
 */
export const chooseItems = (
  candidates: readonly ImportCandidate[],
  { only, leaveOut, replace }: ItemSelection,
): ImportCandidate[] => {
  const byPlace = new Map(candidates.map((one) => [placeOf(one.item), one]))
  const named = only && new Set(only.map(placeOf))
  const out = new Set(leaveOut.map(placeOf))
  const over = new Set(replace.map(placeOf))
  const problems: Problem[] = []
  const refuse = (subject: Subject, problem: string, expected: string) =>
    void problems.push({ path: `${subject.kind} ${subject.key}`, problem, expected })
  for (const [path, subjects] of Object.entries({ only: only ?? [], leaveOut, replace })) {
    for (const subject of subjects) {
      if (!byPlace.has(placeOf(subject)))
        refuse(subject, `${path} names it, and the files do not have it`, 'an item of the preview')
    }
  }
  const isTaken = ({ status }: ImportCandidate) => status === 'clash' || status === 'taken-over'
  const wanted = candidates.filter((one) => {
    const place = placeOf(one.item)
    if (out.has(place)) return false
    if (named?.has(place) && one.item.verdict === 'left-out')
      refuse(one.item, one.item.why[0] ?? 'it is left out', 'a flag that can be imported')
    if (one.item.verdict === 'left-out' || (named && !named.has(place))) return false
    return !isTaken(one) || over.has(place)
  })
  const chosen = new Set(wanted.map(({ item }) => placeOf(item)))
  // the list grows while it is iterated, up to the end
  for (const { item } of wanted) {
    for (const need of item.needs) {
      const place = placeOf(need)
      const needed = byPlace.get(place)
      if (needed === undefined || chosen.has(place) || needed.status === 'same') continue
      if (needed.item.verdict === 'left-out' || (isTaken(needed) && !over.has(place))) {
        const why = needed.item.verdict === 'left-out' ? 'is left out' : 'is another one here'
        refuse(item, `it needs ${need.kind} ${need.key}, which ${why}`, `leave ${item.key} out, or replace ${need.key}`)
        continue
      }
      chosen.add(place)
      wanted.push(needed)
    }
  }
  const [first] = problems
  if (first) {
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
    throw new FanionError(
      'import/blocked',
      { problems: problems.slice(0, 100) },
      `${first.path}: ${first.problem}; ${first.expected}${more}.`,
    )
  }
  return wanted.filter(({ status }) => status !== 'same').toSorted((a, b) => a.position - b.position)
}
