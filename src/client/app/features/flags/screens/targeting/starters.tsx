import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Scalar } from '../../../../../../shared/schemas/condition.ts'
import { literal } from '../../../../../../shared/text/rules/literal.ts'
import type { Starter } from '../../../targeting/known-attributes.ts'
import classes from './rules.module.css'

const shareText = (share: number): string => (share < 0.01 ? '<1%' : `${Math.round(share * 100)}%`)

/** Suggestions for a new rule: attributes with values that complete it in one click. */
export function Starters(props: {
  starters: readonly Starter[]
  /** Without `value`, the editor asks for one. */
  onStart: (attribute: string, value?: Scalar) => void
}): ReactNode {
  const { starters, onStart } = props
  return starters.map(({ name, values }) => (
    <span key={name} className={classes['starter']} role="group" aria-label={`Rules that use ${name}`}>
      <Button variant="default" size="compact-xs" onClick={() => onStart(name)}>
        {name}
      </Button>
      {values.map(({ value, share }) => (
        <Button
          key={`${typeof value} ${value}`}
          variant="subtle"
          size="compact-xs"
          aria-label={`Add rule: ${name} is ${[literal(value), ...(share === null ? [] : [shareText(share)])].join(' ')}`}
          onClick={() => onStart(name, value)}
        >
          <span className={classes['chipValue']}>{literal(value)}</span>{' '}
          {share === null ? null : <span className={classes['share']}>{shareText(share)}</span>}
        </Button>
      ))}
    </span>
  ))
}
