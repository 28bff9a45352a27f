import { type ReactNode, useMemo } from 'react'
import type { Rule } from '../../../../../../shared/schemas/flag.ts'
import { collapseLists } from '../../../../../../shared/text/collapse.ts'
import { conditionText } from '../../../../../../shared/text/rules/condition.ts'
import { Sentence } from '../../../targeting/sentence.tsx'
import { namesUsers } from './individual-users.ts'
import classes from './rules.module.css'

/** A rule’s name and condition, with values as chips. */
export function RuleAudience({ rule }: { rule: Pick<Rule, 'name' | 'when'> }): ReactNode {
  const words = useMemo(() => collapseLists(conditionText(rule.when)), [rule.when])
  const name = rule.name ?? (namesUsers(rule) ? 'Individual users' : '')
  return (
    <span className={classes['who']}>
      {name === '' ? null : <span className={classes['name']}>{name}</span>}
      <span className={classes['condition']}>
        <Sentence words={words} chips />
      </span>
    </span>
  )
}
