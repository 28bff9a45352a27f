import type { ReactNode } from 'react'
import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'
import type { Edited } from './effect-question.ts'
import { LostReadings } from './lost-readings.tsx'
import { useLostReadings } from './use-lost-readings.ts'

/** Shows what SDKs of other systems would no longer receive from an environment if these edits were published. */
export function WhatIsLost(props: { project: string; environment: Environment; edits: readonly Edited[] }): ReactNode {
  return <LostReadings lost={useLostReadings(props, props.edits.length > 0)} />
}
