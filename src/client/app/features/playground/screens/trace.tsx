import { IconArrowRight, IconCheck, IconMinus, IconQuestionMark, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Json } from '../../../../../shared/schemas/keys.ts'
import type { TraceLine } from '../../../../../shared/text/explain/explanation.ts'
import classes from './playground.module.css'

const marks = {
  held: { icon: IconCheck, says: 'yes' },
  failed: { icon: IconX, says: 'no' },
  unknown: { icon: IconQuestionMark, says: 'unknown' },
  answer: { icon: IconArrowRight, says: 'answer' },
  note: { icon: IconMinus, says: 'note' },
} as const

/** Every step of an evaluation: the test on the left, the value in the context on the right. */
export function Trace({ lines, value }: { lines: readonly TraceLine[]; value: Json | undefined }): ReactNode {
  return (
    <div className={classes['trace']}>
      <ol>
        {lines.map((line, i) => {
          const { icon: Mark, says } = marks[line.mark]
          return (
            // Steps have no id other than their position
            // oxlint-disable-next-line react/no-array-index-key
            <li key={i} data-mark={line.mark} style={{ '--depth': line.depth }}>
              <Mark size={14} aria-label={says} className={classes['mark']} />
              <span>{line.words}</span>
              {line.actual === null ? null : <span className={classes['actual']}>{line.actual}</span>}
            </li>
          )
        })}
      </ol>
      <p className={classes['json']}>
        Value: <code>{value === undefined ? 'the default in code' : JSON.stringify(value)}</code>
      </p>
    </div>
  )
}
