import type { ReactNode } from 'react'
import type { Environment } from '../../../../shared/schemas/project.ts'
import type { Edited } from '../../features/affected/effect-question.ts'
import { LostReadings } from '../../features/affected/lost-readings.tsx'
import { useLostReadings } from '../../features/affected/use-lost-readings.ts'

/** What SDKs of other systems would no longer get of an environment, were the change published now or at its time. */
export function ChangeLost(props: { project: string; environment: Environment; edits: readonly Edited[] }): ReactNode {
  return <LostReadings lost={useLostReadings(props, true)} />
}
