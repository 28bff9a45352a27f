import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ShownInvitation } from '../../../../../shared/features/members/schemas/member.ts'
import { invitationText } from '../../../../../shared/text/audit/invitation.ts'
import { type Refusal, refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import { ExactTime } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import classes from './card.module.css'
import { Card } from './card.tsx'
import { NewAccountForm } from './new-account-form.tsx'
import { useSignedIn } from './use-signed-in.ts'

const route = getRouteApi('/invite/$token')

/** Shows an invitation and accepts it with a new account, or with the one that the address has. */
export function InviteScreen(): ReactNode {
  const { token } = route.useParams()
  const show = trpc.invitations.show.useMutation()
  // Never refetched. A mutation, so that the token does not appear in URLs.
  const shown = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => show.mutateAsync({ token }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const status = trpc.account.status.useQuery()
  if (shown.error) return <Refused refusal={refusalOf(shown.error)} />
  if (shown.data === undefined || status.data === undefined) {
    return (
      <Card title="Invitation" lead="Loading invitation…">
        <Skeleton h={120} />
      </Card>
    )
  }
  return <Offer token={token} shown={shown.data} signedInAs={status.data.user?.email ?? null} />
}

function Offer(props: { token: string; shown: ShownInvitation; signedInAs: string | null }): ReactNode {
  const { token, shown, signedInAs } = props
  const where = shown.project ?? 'Fanion'
  const accept = trpc.invitations.accept.useMutation({ onSuccess: useSignedIn('/') })
  const refusal = accept.error ? refusalOf(accept.error) : null
  const here = `/invite/${token}`
  return (
    <Card title={`Join ${where}`} lead={`${shown.invitedBy ?? 'Someone'} has invited you.`}>
      <dl className={classes['terms']}>
        <dt>Invited</dt>
        <dd>{shown.email}</dd>
        <dt>Role</dt>
        <dd>{invitationText(shown)}</dd>
        <dt>Expires</dt>
        <dd>
          <ExactTime instant={shown.expiresAt} />
        </dd>
      </dl>
      {!shown.hasAccount ? (
        <NewAccountForm
          refusal={refusal}
          pending={accept.isPending}
          onSubmit={(value) => accept.mutate({ token, ...value })}
        />
      ) : signedInAs === shown.email ? (
        <>
          <FormError refusal={refusal} fields={[]} />
          <Button fullWidth loading={accept.isPending} onClick={() => accept.mutate({ token })}>
            Accept as {signedInAs}
          </Button>
        </>
      ) : signedInAs === null ? (
        <Button fullWidth renderRoot={(props) => <Link {...props} to="/login" search={{ next: here }} />}>
          Sign in as {shown.email}
        </Button>
      ) : (
        <p className={classes['note']}>
          You’re signed in as {signedInAs}, but this invitation is for {shown.email}. Sign out, then open the link
          again.
        </p>
      )}
    </Card>
  )
}

const titles: Partial<Record<Refusal['code'], string>> = {
  'invitation/expired': 'This invitation has expired',
  'invitation/used': 'This invitation has already been used',
  'invitation/not-found': 'This link isn’t valid',
  'request/invalid': 'This link is incomplete',
}

const advice: Partial<Record<Refusal['code'], string>> = {
  'invitation/expired': 'Invitations expire after one week. Ask the person who invited you for a new one.',
  'invitation/used': 'If that was you, sign in. If not, tell the person who invited you.',
  'invitation/not-found': 'It was revoked or replaced by a newer one. Ask the person who invited you.',
  'request/invalid': 'Open the complete link, exactly as it was sent.',
}

function Refused({ refusal }: { refusal: Refusal }): ReactNode {
  return (
    <Card
      title={titles[refusal.code] ?? 'Couldn’t load the invitation'}
      lead={advice[refusal.code] ?? refusal.sentence}
    >
      <p className={classes['note']} role="alert">
        <code>{refusal.code}</code>
      </p>
      <div className={classes['others']}>
        <Button component={Link} to="/login" variant="default" fullWidth>
          Sign in
        </Button>
      </div>
    </Card>
  )
}
