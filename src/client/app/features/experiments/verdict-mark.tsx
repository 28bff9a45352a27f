import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconEqual, IconHourglass } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Verdict } from '../../../../shared/statistics/analysis-plan.ts'
import { toneOf, verdictWord } from '../../../../shared/text/experiment/headline.ts'
import { StateMark } from '../../components/state-mark.tsx'

const icons = {
  wins: IconArrowUp,
  loses: IconArrowDown,
  'no-difference': IconEqual,
  'no-worse': IconEqual,
  'not-decided': IconHourglass,
  'samples-off': IconAlertTriangle,
  'too-early': IconHourglass,
} as const satisfies Record<Verdict, unknown>

export function VerdictMark({ verdict }: { verdict: Verdict }): ReactNode {
  return <StateMark look={{ word: verdictWord[verdict], icon: icons[verdict], tone: toneOf[verdict] }} />
}
