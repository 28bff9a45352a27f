import { type Via, via } from './rows.ts'
import type { CohortPeople } from './store.ts'

/** Number of exposed units with equal values in all of these columns. */
export type PeopleRow = {
  readonly cohort: number
  readonly arm: number
  readonly crossed: boolean
  readonly via: number
  readonly n: number
}

// Safe cast: the keys of `via`.
const ways = Object.keys(via) as Via[]

/** Groups the rows by arm and cohort, in their order of appearance. */
export const peopleOf = (rows: readonly PeopleRow[]): CohortPeople[] => {
  const groups = new Map<string, PeopleRow[]>()
  for (const row of rows) {
    const id = `${row.cohort} ${row.arm}`
    groups.set(id, [...(groups.get(id) ?? []), row])
  }
  return [...groups.values()].map((group) => {
    const count = (which: (row: PeopleRow) => boolean) => group.filter(which).reduce((sum, { n }) => sum + n, 0)
    const byVia = ways.flatMap((way) => {
      const n = count((row) => !row.crossed && row.via === via[way])
      return n === 0 ? [] : [[way, n] as const]
    })
    const { cohort = 0, arm = 0 } = group[0] ?? {}
    return {
      ...{ cohort, arm, n: count(({ crossed }) => !crossed), crossed: count(({ crossed }) => crossed) },
      byVia: Object.fromEntries(byVia),
    }
  })
}
