import type { ReactNode } from 'react'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { trpc } from '../../../trpc.ts'
import classes from './connect.module.css'

/** Poll interval in milliseconds. */
export const listenMs = 3_000

/** Shows whether an application is connected to the environment, and whether it has evaluated the flag. */
export function ConnectionProgress(props: {
  project: string
  environment: string
  flag: string
  /** Applications connected with keys of the environment. Undefined while unknown. */
  connected: number | undefined
}): ReactNode {
  const { project, environment, flag, connected } = props
  const usage = trpc.insights.usage.useQuery(
    { project, environment, flag, range: 'day' },
    { refetchInterval: listenMs },
  ).data
  const heard = usage !== undefined && usage.total > 0
  return (
    <p className={classes['listening']} role="status" data-heard={heard || undefined}>
      {heard ? (
        <>
          <code>{flag}</code> was evaluated {counted(usage.total, 'time')} in the last 24 hours.
        </>
      ) : connected ? (
        `${counted(connected, 'application is', 'applications are')} connected. The first evaluations appear within 30 seconds.`
      ) : (
        'Waiting for the first evaluation…'
      )}
    </p>
  )
}
