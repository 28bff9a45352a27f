import { IconAlertTriangle, IconCheck, IconMinus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Health } from '../../../../../shared/text/experiment/health-text.ts'
import { Mark } from '../../../components/mark.tsx'

const looks = {
  good: { icon: IconCheck, tone: 'good' },
  warn: { icon: IconAlertTriangle, tone: 'warn' },
  none: { icon: IconMinus, tone: 'plain' },
} as const

export function HealthMark({ state, children }: { state: Health['state']; children: ReactNode }): ReactNode {
  return <Mark {...looks[state]}>{children}</Mark>
}
