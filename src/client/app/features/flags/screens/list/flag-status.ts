import type { FlagCell } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import type { FlagLife } from '../../../../../../shared/features/insights/schemas/insights.ts'
import type { Environment } from '../../../../../../shared/features/projects/schemas/project.ts'

export type FlagStatus = 'live' | 'rolling' | 'scheduled' | 'settled' | 'stale' | 'killed' | 'not-live'

/**
 * The most important status of a flag, from its protected environments, or from all if none is protected. Null while
 * usage data is unknown.
 */
export const flagStatus = (
  cells: Readonly<Record<string, Pick<FlagCell, 'on'>>>,
  life: FlagLife | undefined,
  environments: readonly Environment[],
): FlagStatus | null => {
  if (life === undefined) return null
  const telling = environments.some((one) => one.protected) ? environments.filter((one) => one.protected) : environments
  const there = telling.map(({ key }) => cells[key])
  if (life.killedIn.some((key) => cells[key]?.on === false)) return 'killed'
  if (life.state === 'stale') return 'stale'
  if (telling.some(({ key }) => cells[key]?.on && life.rollingIn.includes(key))) return 'rolling'
  if (!there.some((cell) => cell?.on)) return life.next === null ? 'not-live' : 'scheduled'
  if (life.state === 'settled') return 'settled'
  return life.next === null ? 'live' : 'scheduled'
}
