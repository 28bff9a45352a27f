import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconEye,
  IconHandStop,
  IconPlayerPause,
  IconStairsUp,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { RampState } from '../../../../shared/features/ramps/schemas/ramp.ts'
import { type StateLook, StateMark } from '../../components/state-mark.tsx'

const looks: Record<RampState, StateLook> = {
  proposed: { word: 'Proposed', icon: IconEye, tone: 'plain' },
  running: { word: 'Running', icon: IconStairsUp, tone: 'open' },
  waiting: { word: 'Waiting to continue', icon: IconHandStop, tone: 'warn' },
  paused: { word: 'Paused', icon: IconPlayerPause, tone: 'warn' },
  completed: { word: 'Complete', icon: IconCircleCheck, tone: 'good' },
  'rolled-back': { word: 'Undone', icon: IconArrowBackUp, tone: 'plain' },
  withdrawn: { word: 'Withdrawn', icon: IconCircleX, tone: 'plain' },
  ended: { word: 'Ended', icon: IconCircleX, tone: 'plain' },
}

const held: StateLook = { word: 'Held', icon: IconAlertTriangle, tone: 'warn' }

export function RampMark(props: { state: RampState; held?: string | null }): ReactNode {
  return <StateMark look={props.state === 'running' && props.held ? held : looks[props.state]} />
}
