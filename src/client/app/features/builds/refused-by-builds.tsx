import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { DespiteBuilds } from '../../../../shared/features/builds/schemas/build.ts'
import type { Refusal } from '../../../api/refusal.ts'
import { BuildMismatches } from './build-mismatches.tsx'
import { refusedHarms } from './refused-harms.ts'

/**
 * Explains that a change was rejected because live builds read what it removes. An admin may publish anyway, with a
 * reason.
 */
export function RefusedByBuilds(props: {
  project: string
  environment: string
  refusal: Refusal
  busy: boolean
  /** Omitted if the change is not published from here. */
  onDespite?: ((despite: DespiteBuilds) => void) | undefined
}): ReactNode {
  const { project, environment, refusal, busy, onDespite } = props
  const [reason, setReason] = useState('')
  const said = reason.trim()
  return (
    <>
      <BuildMismatches
        project={project}
        environment={environment}
        harms={refusedHarms(refusal) ?? []}
        reason={reason}
        {...(onDespite && { onReason: setReason })}
      />
      {said === '' || onDespite === undefined ? null : (
        <Button color="red" variant="outline" mt={8} loading={busy} onClick={() => onDespite({ reason: said })}>
          Publish anyway
        </Button>
      )}
    </>
  )
}
