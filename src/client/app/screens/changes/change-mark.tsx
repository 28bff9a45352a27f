import {
  IconAlertTriangle,
  IconCheck,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconEye,
  IconMessage,
  IconPencil,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ChangeState } from '../../../../shared/schemas/change.ts'
import classes from './state-mark.module.css'

const looks = {
  draft: { word: 'Draft', icon: IconPencil, tone: 'plain' },
  'in-review': { word: 'In review', icon: IconEye, tone: 'open' },
  'changes-requested': { word: 'Changes requested', icon: IconMessage, tone: 'warn' },
  approved: { word: 'Approved', icon: IconCheck, tone: 'good' },
  scheduled: { word: 'Scheduled', icon: IconClock, tone: 'open' },
  conflicted: { word: 'Conflicts', icon: IconAlertTriangle, tone: 'bad' },
  applied: { word: 'Published', icon: IconCircleCheck, tone: 'good' },
  withdrawn: { word: 'Withdrawn', icon: IconCircleX, tone: 'plain' },
} as const satisfies Record<ChangeState, object>

/** Published, but nobody approved it: that is never told in the same way. */
const bypassedLook = { word: 'Published without approval', icon: IconAlertTriangle, tone: 'warn' } as const

/** The state of a change as a word with a sign, outlined in its colour. */
export function StateMark(props: { state: ChangeState; bypassed?: boolean }): ReactNode {
  const { word, icon: Picture, tone } = props.bypassed ? bypassedLook : looks[props.state]
  return (
    <span className={classes['mark']} data-tone={tone}>
      <Picture size={13} aria-hidden />
      {word}
    </span>
  )
}
