import { IconArrowRight, IconMinus, IconPencil, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { collapsedText } from '../../../../shared/text/collapse.ts'
import type { Difference } from '../../../../shared/text/diff/difference.ts'
import classes from './difference-list.module.css'

/** Differences as text. Old and new are distinguished by signs as well as colors. */
export function DifferenceList({ differences }: { differences: readonly Difference[] }): ReactNode {
  return (
    <ul className={classes['list']}>
      {differences.map((difference) => (
        <li key={`${difference.subject} ${difference.before} ${difference.after}`}>
          <Sign difference={difference} />
          <div>
            <span className={classes['subject']}>{difference.subject}</span>
            {difference.before === null ? null : (
              <del className={classes['before']}>{collapsedText(difference.before)}</del>
            )}
            {difference.before !== null && difference.after !== null ? (
              <IconArrowRight size={13} aria-label="becomes" className={classes['arrow']} />
            ) : null}
            {difference.after === null ? null : (
              <ins className={classes['after']}>{collapsedText(difference.after)}</ins>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Sign({ difference }: { difference: Difference }): ReactNode {
  if (difference.before === null) return <IconPlus size={14} aria-label="added" className={classes['sign']} />
  if (difference.after === null) return <IconMinus size={14} aria-label="removed" className={classes['sign']} />
  return <IconPencil size={14} aria-label="changed" className={classes['sign']} />
}
