import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { explain } from '../../../../shared/engine/explain.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import { because, traceLines } from '../../../../shared/words/explanation.ts'
import { counted } from '../../../../shared/words/percent.ts'
import classes from './playground.module.css'
import { Trace } from './trace.tsx'

/** One line for each flag: what it answers and why; opened, every step. */
export function Answers(props: {
  datafile: Datafile
  context: Context
  nowMs: number
  opened: string | undefined
  onOpen: (flag: string | undefined) => void
}): ReactNode {
  const { datafile, context, nowMs, opened, onOpen } = props
  const flags = Object.values(datafile.flags)
  return (
    <section aria-label="Answers">
      <p className={classes['state']} role="status">
        {counted(flags.length, 'flag')} at revision {datafile.revision}
      </p>
      <ul className={classes['answers']}>
        {flags.map((flag) => {
          const explanation = explain(datafile, flag.key, context, nowMs)
          const { variant, value } = explanation.outcome
          const open = flag.key === opened
          const Chevron = open ? IconChevronDown : IconChevronRight
          return (
            <li key={flag.key} data-open={open || undefined}>
              <button
                type="button"
                className={classes['answer']}
                aria-expanded={open}
                onClick={() => onOpen(open ? undefined : flag.key)}
              >
                <Chevron size={15} aria-hidden className={classes['chevron']} />
                <span className={classes['key']}>{flag.key}</span>
                <span className={classes['value']} title={value === undefined ? undefined : JSON.stringify(value)}>
                  {variant ?? 'own default'}
                </span>
                <span className={classes['because']}>{because(explanation, flag)}</span>
              </button>
              {open ? <Trace lines={traceLines(explanation, flag)} value={value} /> : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
