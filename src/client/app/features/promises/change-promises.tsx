import type { ReactNode } from 'react'
import { TouchedPromises } from './touched-promises.tsx'
import { type InvariantCheckInput, useAffectedInvariants } from './use-affected-invariants.ts'

/** For reviewers: the effect of a change on an environment’s promises if it were published now. */
export function ChangePromises(props: InvariantCheckInput): ReactNode {
  const { project, environment } = props
  return (
    <TouchedPromises
      project={project}
      environment={environment}
      touched={useAffectedInvariants(props)}
      busy={false}
      review
      inner
    />
  )
}
