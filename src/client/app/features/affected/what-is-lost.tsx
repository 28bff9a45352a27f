import type { ReactNode } from 'react'
import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'
import type { Edited } from './effect-question.ts'
import { LostReadings } from './lost-readings.tsx'
import { useLostReadings } from './use-lost-readings.ts'

/** What SDKs of other systems would no longer get of an environment, were these edits published now or at their time. */
export function WhatIsLost(props: { project: string; environment: Environment; edits: readonly Edited[] }): ReactNode {
  return <LostReadings lost={useLostReadings(props, props.edits.length > 0)} />
}
