import { type ReactNode, useMemo } from 'react'
import type { FlagPage } from '../../../../../shared/features/flags/schemas/flag-view.ts'
import { Mark } from '../../../components/mark.tsx'
import { flagStatus } from './list/flag-status.ts'
import { StatusMark } from './list/status-mark.tsx'
import { useFlagLives } from './list/use-flag-lives.ts'

/** A flag’s status, as in the flag list. Empty while unknown. */
export function FlagStatusBadge({ project, page }: { project: string; page: FlagPage }): ReactNode {
  const { flag, heads, environments } = page
  // Changes with each publish, so that the status is read again.
  const version = Object.entries(heads)
    .map(([environment, { revision }]) => `${environment} ${revision}`)
    .join(' ')
  const seen = useMemo(() => [{ key: flag.key, updatedAt: version }], [flag.key, version])
  const life = useFlagLives(project, seen).get(flag.key)
  const cells = Object.fromEntries(Object.entries(heads).map(([key, { document }]) => [key, { on: document.on }]))
  const status = flagStatus(cells, life, environments)
  if (status === null) return null
  return (
    <Mark tone={status === 'rolling' ? 'open' : 'plain'}>
      <StatusMark status={status} next={null} />
    </Mark>
  )
}
