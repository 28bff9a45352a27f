import type { ReactNode } from 'react'
import type { Difference } from '../../../../shared/text/diff/difference.ts'
import { switchDirectionOf } from './act-name.ts'

export const titleOf = (
  subject: string,
  differences: readonly Difference[],
  review: boolean | undefined,
  environment: ReactNode,
): ReactNode => {
  if (review)
    return (
      <>
        Request review of {subject} in {environment}
      </>
    )
  const turn = switchDirectionOf(differences)
  if (turn === undefined)
    return (
      <>
        Publish {subject} to {environment}
      </>
    )
  return turn === 'on' ? (
    <>
      Turn on {subject} in {environment}
    </>
  ) : (
    <>
      Turn off {subject} in {environment}
    </>
  )
}
