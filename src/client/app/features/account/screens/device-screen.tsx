import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { roleText } from '../../../../../shared/text/audit/invitation.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import classes from './card.module.css'
import { Card } from './card.tsx'
import { DeviceCodeForm } from './device-code-form.tsx'

const route = getRouteApi('/device')

/** Approves or denies a device’s request to act as the signed-in user. */
export function DeviceScreen(): ReactNode {
  const { code } = route.useSearch()
  const navigate = useNavigate()
  const onCode = (next: string) => void navigate({ to: '/device', search: { code: next } })
  if (code === undefined) return <DeviceCodeForm refusal={null} onCode={onCode} />
  return <DeviceRequest key={code} userCode={code} onCode={onCode} />
}

function DeviceRequest({ userCode, onCode }: { userCode: string; onCode: (code: string) => void }): ReactNode {
  const show = trpc.devices.show.useMutation()
  // Never refetched: each read counts as an attempt.
  const shown = useQuery({
    queryKey: ['device', userCode],
    queryFn: () => show.mutateAsync({ userCode }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  })
  const approve = trpc.devices.approve.useMutation()
  const deny = trpc.devices.deny.useMutation()
  const email = trpc.account.status.useQuery().data?.user?.email
  if (approve.isSuccess) return <Approved />
  if (deny.isSuccess) return <Denied />
  if (shown.error) {
    const again = (next: string) => (next === userCode ? void shown.refetch() : onCode(next))
    return <DeviceCodeForm refusal={refusalOf(shown.error)} onCode={again} />
  }
  if (shown.data === undefined) {
    return (
      <Card title="Sign-in request" lead="Loading request…">
        <Skeleton h={160} />
      </Card>
    )
  }
  const { name, project, role, expiresInDays, address, createdAt } = shown.data
  const failed = approve.error ?? deny.error
  const pending = approve.isPending || deny.isPending
  return (
    <Card
      title="A command-line tool wants to sign in as you"
      lead="Approve only if you started this and the tool shows this code:"
    >
      <p className={classes['code']}>{shown.data.userCode}</p>
      <dl className={classes['terms']}>
        <dt>Tool</dt>
        <dd>{name}</dd>
        <dt>It can</dt>
        <dd>
          {project === '*' ? (
            <>
              {roleText[role]} ({role}) in every project you can see, never more than your own access
            </>
          ) : (
            <>
              {roleText[role]} ({role}) in <code>{project}</code>, never more than your own access
            </>
          )}
        </dd>
        <dt>Access lasts</dt>
        <dd>{counted(expiresInDays, 'day, or until you revoke its token', 'days, or until you revoke its token')}</dd>
        <dt>Requested</dt>
        <dd>
          <TimeText instant={createdAt} />, from {address}
        </dd>
        <dt>Signed in as</dt>
        <dd>{email}</dd>
      </dl>
      <FormError refusal={failed ? refusalOf(failed) : null} fields={[]} />
      <div className={classes['choices']}>
        <Button loading={approve.isPending} disabled={pending} onClick={() => approve.mutate({ userCode })}>
          Approve
        </Button>
        <Button variant="default" loading={deny.isPending} disabled={pending} onClick={() => deny.mutate({ userCode })}>
          Deny
        </Button>
      </div>
    </Card>
  )
}

const Approved = (): ReactNode => (
  <Card title="Approved" lead="Go back to your terminal; it continues on its own. You can close this page.">
    <p className={classes['note']} role="status">
      Its token is listed under <Link to="/me/tokens">API tokens</Link>, where you can revoke it.
    </p>
  </Card>
)

const Denied = (): ReactNode => (
  <Card title="Denied" lead="No access was given. You can close this page.">
    <p className={classes['note']} role="status">
      Didn’t start this? Tell an instance owner what happened.
    </p>
  </Card>
)
