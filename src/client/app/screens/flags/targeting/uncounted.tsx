import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RuleSurroundings } from './rule-surroundings.ts'
import classes from './rules.module.css'

/** Why rules say nothing of how many they serve. */
export function Uncounted({ surroundings }: { surroundings: RuleSurroundings }): ReactNode {
  const { around, where, project, environment } = surroundings
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
