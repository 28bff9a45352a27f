import type { ReactNode } from 'react'
import type { RuleMatchCounts } from '../../../../../../shared/engine/matches.ts'
import { counted } from '../../../../../../shared/text/rules/percent.ts'
import { countExcludedContexts } from './count-excluded-contexts.ts'
import classes from './rules.module.css'

/** Number of recent contexts that a prerequisite excludes before any rule, so that the counts add up. */
export function ExcludedByPrerequisite(props: {
  matches: RuleMatchCounts | null
  contexts: number | null
  /** Whether the number is approximate, because samples lack what the prerequisite reads. */
  about: boolean
}): ReactNode {
  const { matches, contexts, about } = props
  const count = matches === null || contexts === null ? 0 : countExcludedContexts(matches, contexts)
  if (count === 0) return null
  return (
    <p className={classes['uncounted']}>
      {about ? 'About ' : null}
      {counted(count, 'recent context gets', 'recent contexts get')} what is served when off, because a prerequisite
      isn’t met.
    </p>
  )
}
