import { type Via, via } from './rows.ts'
import type { CohortPeople } from './store.ts'

/** Exposed units that are alike in all of these. */
export type PeopleRow = {
  readonly cohort: number
  readonly arm: number
  readonly crossed: boolean
  readonly via: number
  readonly n: number
}

// the list is of its own keys
const ways = Object.keys(via) as Via[]

/** The same by arm and cohort, in the order in which these came. */
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
