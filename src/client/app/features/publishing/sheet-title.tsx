import type { ReactNode } from 'react'
import type { Difference } from '../../../../shared/text/diff/difference.ts'
import { actName } from './act-name.ts'

/** What the sheet is called: the act, its subject, and where. */
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
  const [, turn] = /^Turn (on|off) /.exec(actName(differences, '')) ?? []
  if (turn === undefined)
    return (
      <>
        Publish {subject} to {environment}
      </>
    )
  return (
    <>
      Turn {turn} {subject} in {environment}
    </>
  )
}
