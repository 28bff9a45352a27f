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
import type { ChangeState } from '../../../../../shared/features/changes/schemas/change.ts'
import { type StateLook, StateMark } from '../../../components/state-mark.tsx'

const looks: Record<ChangeState, StateLook> = {
  draft: { word: 'Draft', icon: IconPencil, tone: 'plain' },
  'in-review': { word: 'In review', icon: IconEye, tone: 'open' },
  'changes-requested': { word: 'Changes requested', icon: IconMessage, tone: 'warn' },
  approved: { word: 'Approved', icon: IconCheck, tone: 'good' },
  scheduled: { word: 'Scheduled', icon: IconClock, tone: 'open' },
  conflicted: { word: 'Conflicts', icon: IconAlertTriangle, tone: 'bad' },
  applied: { word: 'Published', icon: IconCircleCheck, tone: 'good' },
  withdrawn: { word: 'Withdrawn', icon: IconCircleX, tone: 'plain' },
}

/** Published without approval: always shown differently from an approved change. */
const bypassedLook: StateLook = { word: 'Published without approval', icon: IconAlertTriangle, tone: 'warn' }

export function ChangeMark(props: { state: ChangeState; bypassed?: boolean }): ReactNode {
  return <StateMark look={props.bypassed ? bypassedLook : looks[props.state]} />
}
