import type { ReactNode } from 'react'
import type { Change } from '../../../../../shared/features/changes/schemas/change.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import classes from './change-screen.module.css'
import { titleByEntries } from './title-by-entries.ts'

/** Shows a generated title if the change was edited since it was named, because its own title may be outdated. */
export function OutdatedTitleNote({
  change,
  environments,
}: {
  change: Change
  environments: readonly Environment[]
}): ReactNode {
  if (change.version === 1 || environments.length === 0) return null
  const now = titleByEntries(change, environments)
  return now === change.title ? null : (
    <p className={classes['facts']}>
      As of version {change.version}: {now}
    </p>
  )
}
