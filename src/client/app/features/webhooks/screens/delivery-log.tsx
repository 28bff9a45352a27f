import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Delivery } from '../../../../../shared/features/webhooks/schemas/webhook.ts'
import { actionText } from '../../../../../shared/text/audit/act.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import classes from '../../../components/settings.module.css'
import { Table } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { failed } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { deliveryText } from './webhook-text.ts'
import own from './webhooks.module.css'

/** Poll intervals in milliseconds: while a delivery is pending, and otherwise. */
const [soonMs, laterMs] = [1_000, 10_000]

/** Deliveries of a webhook, newest first, with state, response and retry. */
export function DeliveryLog(props: { project: string; id: string; before: string | undefined }): ReactNode {
  const { project, id, before } = props
  const utils = trpc.useUtils()
  const input = { project, id, ...(before && { before }) }
  const deliveries = trpc.webhooks.deliveries.useQuery(input, {
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some((delivery) => delivery.state === 'pending') ? soonMs : laterMs,
  })
  const resend = trpc.webhooks.resend.useMutation({
    onSuccess: () => utils.webhooks.deliveries.invalidate({ project, id }),
    onError: (error) => failed('Couldn’t resend', refusalOf(error)),
  })
  return (
    <Loaded
      query={deliveries}
      what="the delivery log"
      loading={<Skeleton h={120} />}
      isEmpty={(list) => list.deliveries.length === 0 && before === undefined}
      empty={<p className={classes['lead']}>Nothing sent yet. Send a test to check that the URL responds.</p>}
    >
      {({ deliveries: list, next }) => (
        <>
          <Table label="Deliveries" columns={['Started', 'Event', 'Status', 'Response', 'Attempts']}>
            {list.map((delivery) => (
              <Row
                key={delivery.id}
                delivery={delivery}
                busy={resend.isPending}
                onResend={() => resend.mutate({ project, id, deliveryId: delivery.id })}
              />
            ))}
          </Table>
          <nav className={classes['row']} aria-label="Pagination" style={{ marginTop: 12 }}>
            {before === undefined ? null : (
              <Link to="." search={(old) => ({ ...old, before: undefined })}>
                Newest
              </Link>
            )}
            {next === null ? null : (
              <Link to="." search={(old) => ({ ...old, before: next })}>
                Older
              </Link>
            )}
          </nav>
        </>
      )}
    </Loaded>
  )
}

function Row(props: { delivery: Delivery; busy: boolean; onResend: () => void }): ReactNode {
  const { delivery, busy, onResend } = props
  const { action, state, status, problem, attempts, tookMs, createdAt } = delivery
  const what = actionText[action]?.filter ?? action
  return (
    <tr>
      <td>
        <TimeText instant={createdAt} />
      </td>
      <th scope="row">{what}</th>
      <td>
        <span className={own['state']} data-state={state}>
          {deliveryText(delivery)}
        </span>
      </td>
      <td>
        {status ?? (problem === null ? '' : 'none')}
        {tookMs === null ? '' : ` in ${tookMs} ms`}
        {problem === null || status !== null ? null : <span className={own['problem']}>{problem}</span>}
      </td>
      <td>{attempts}</td>
      <td>
        {state === 'pending' ? null : (
          <Button size="compact-sm" variant="default" disabled={busy} aria-label={`Resend ${what}`} onClick={onResend}>
            Resend
          </Button>
        )}
      </td>
    </tr>
  )
}
