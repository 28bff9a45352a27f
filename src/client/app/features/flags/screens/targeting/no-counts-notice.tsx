import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RuleContext } from './rule-context.ts'
import classes from './rules.module.css'

/** Explains why rules have no counts. */
export function NoCountsNotice({ context }: { context: RuleContext }): ReactNode {
  const { around, where, project, environment } = context
  return (
    <p className={classes['uncounted']}>
      {around.sampling
        ? `No contexts seen in ${where} yet. Once there are, each rule shows how many it serves.`
        : `${where} isn’t sampling contexts, so there’s no estimate of how many each rule serves.`}{' '}
      <Link to="/p/$project/contexts" params={{ project }} search={{ env: environment }}>
        Contexts
      </Link>
    </p>
  )
}
