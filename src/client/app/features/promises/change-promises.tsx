import type { ReactNode } from 'react'
import { TouchedPromises } from './touched-promises.tsx'
import { type Asked, useTouched } from './use-touched.ts'

/** What a change would do to the promises of an environment, were it published now: for those who review it. */
export function ChangePromises(props: Asked): ReactNode {
  const { project, environment } = props
  return (
    <TouchedPromises
      project={project}
      environment={environment}
      touched={useTouched(props)}
      busy={false}
      review
      inner
    />
  )
}
