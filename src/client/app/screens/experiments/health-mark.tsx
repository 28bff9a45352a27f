import { IconAlertTriangle, IconCheck, IconMinus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Health } from '../../../../shared/text/experiment/health-text.ts'
import classes from './results.module.css'

const icons = { good: IconCheck, warn: IconAlertTriangle, none: IconMinus } as const

/** Whether something is well, as a word with a sign. */
export function HealthMark({ state, children }: { state: Health['state']; children: ReactNode }): ReactNode {
  const Picture = icons[state]
  return (
    <span className={classes['health']} data-state={state}>
      <Picture size={13} aria-hidden />
      {children}
    </span>
  )
}
