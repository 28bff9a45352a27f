import { cohortSumNames } from '../db/experiment-tables.ts'
import type { CohortQuestion, CohortSums } from './store.ts'

type Sums = Record<(typeof cohortSumNames)[number], number>

/** Number of units of one arm that were first exposed in one cohort, with or without events. */
export type UnitsRow = { readonly arm: number; readonly cohort: number; readonly n: number }

/** Sums over `n` units with events, separately for robots. */
export type SumsRow = UnitsRow &
  Sums & { readonly isRobot: boolean; readonly withY: number; readonly withD: number; readonly capped: number }

const none: Sums = {
  ...{ y: 0, yy: 0, uncappedY: 0, uncappedYy: 0, d: 0, dd: 0, yd: 0 },
  ...{ x: 0, xx: 0, xy: 0, z: 0, zz: 0, xz: 0, yz: 0, xd: 0, dz: 0 },
}

/**
 * Merges the sums into each arm and cohort. Units without events count in n and add nothing else; robots count in
 * neither.
 */
export const withSums = (
  { grainMs, toMs }: Pick<CohortQuestion, 'grainMs' | 'toMs'>,
  units: readonly UnitsRow[],
  rows: readonly SumsRow[],
): CohortSums[] => {
  const idOf = ({ arm, cohort }: Pick<UnitsRow, 'arm' | 'cohort'>) => `${arm} ${cohort}`
  const robots = new Map(rows.filter(({ isRobot }) => isRobot).map((row) => [idOf(row), row.n]))
  const told = new Map(rows.filter(({ isRobot }) => !isRobot).map((row) => [idOf(row), row]))
  return units.map(({ arm, cohort, n }) => {
    const left = robots.get(idOf({ arm, cohort })) ?? 0
    const row = told.get(idOf({ arm, cohort }))
    const endMs = grainMs === null ? toMs : cohort + grainMs
    const { withY = 0, withD = 0, capped = 0 } = row ?? {}
    const added = row === undefined ? none : Object.fromEntries(cohortSumNames.map((name) => [name, row[name]]))
    return { cohort, endMs, arm, n: n - left, robots: left, withY, withD, capped, ...none, ...added }
  })
}
