import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Context } from '../../../../../shared/schemas/context.ts'
import { TimeText } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { isContext, writeContext } from '../../targeting/read-context.ts'
import classes from './playground.module.css'

const looked = 1_000
const offered = 4

/** Recent contexts to evaluate: those of the entered user, or a few examples. */
export function RecentlySeen(props: {
  project: string
  environment: string
  asked: Context
  onPick: (context: Context) => void
}): ReactNode {
  const { project, environment, asked, onPick } = props
  const recent = trpc.contexts.recent.useQuery({ project, environment, most: looked }, { staleTime: 60_000 })
  const { targetingKey, email: _, ...attributes } = asked
  // The user already entered attributes.
  if (Object.keys(attributes).length > 0) return null
  const fitting = (recent.data?.contexts ?? []).flatMap(({ context, seenAt }) =>
    isContext(context) && (targetingKey === undefined || context.targetingKey === targetingKey)
      ? [{ context, seenAt }]
      : [],
  )
  const found = fitting.slice(0, targetingKey === undefined ? offered : 1)
  if (found.length === 0) return null
  return (
    <div className={classes['seen']}>
      <span>{targetingKey === undefined ? 'Recently seen' : 'Recently seen with more attributes'}</span>
      {found.map(({ context, seenAt }) => {
        const words = writeContext(context)
        return (
          <Button key={words} variant="default" size="compact-xs" title={words} onClick={() => onPick(context)}>
            <span className={classes['seenWords']}>{words}</span>
            <span className={classes['seenAt']}>
              <TimeText instant={seenAt} />
            </span>
          </Button>
        )
      })}
    </div>
  )
}
