import type { ReactNode } from 'react'
import type { FactState } from '../../../../../shared/features/sources/schemas/source.ts'
import classes from './facts.module.css'

/** State of a warehouse query, with a colored dot. */
export function StateText({ state, children }: { state: FactState; children: ReactNode }): ReactNode {
  return (
    <span className={classes['state']} data-state={state}>
      {children}
    </span>
  )
}
