import { type ReactNode, useMemo } from 'react'
import type { FlagPage } from '../../../../../shared/features/flags/schemas/flag-view.ts'
import { Mark } from '../../../components/mark.tsx'
import { flagStatus } from './list/flag-status.ts'
import { StatusMark } from './list/status-mark.tsx'
import { useFlagLives } from './list/use-flag-lives.ts'

/** Where a flag stands, in the word that the list has for it: nothing while that is not known. */
export function FlagStatusBadge({ project, page }: { project: string; page: FlagPage }): ReactNode {
  const { flag, heads, environments } = page
  // what was published since is read again
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
