import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ShownInvitation } from '../../../../shared/schemas/member.ts'
import { type Refusal, refusalOf } from '../../../api/refusal.ts'
import { trpc } from '../../trpc.ts'
import { FormError } from '../../ui/form-error.tsx'
import { ExactTime } from '../../ui/time-text.tsx'
import classes from './card.module.css'
import { Card } from './card.tsx'
import { NewAccountForm } from './new-account-form.tsx'
import { roleWords } from './role-words.ts'
import { useSignedIn } from './use-signed-in.ts'

const route = getRouteApi('/invite/$token')

/** An invitation: from whom, to what, with which rights; then a new account, or the one the address has. */
export function InviteScreen(): ReactNode {
  const { token } = route.useParams()
  const show = trpc.invitations.show.useMutation()
  // read once: a mutation only so that the token stays out of addresses
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
      <Card title="Invitation" lead="Reading the invitation.">
        <Skeleton h={120} />
      </Card>
    )
  }
  return <Offer token={token} shown={shown.data} signedInAs={status.data.user?.email ?? null} />
}

function Offer(props: { token: string; shown: ShownInvitation; signedInAs: string | null }): ReactNode {
  const { token, shown, signedInAs } = props
  const where = shown.project ?? 'this Fanion'
  const accept = trpc.invitations.accept.useMutation({ onSuccess: useSignedIn('/') })
  const refusal = accept.error ? refusalOf(accept.error) : null
  const here = `/invite/${token}`
  return (
    <Card title={`Join ${where}`} lead={`${shown.invitedBy ?? 'Somebody'} invites you.`}>
      <dl className={classes['terms']}>
        <dt>For</dt>
        <dd>{shown.email}</dd>
        <dt>You may</dt>
        <dd>{rights(shown)}</dd>
        <dt>Until</dt>
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
          You are signed in as {signedInAs}, and this invitation is for {shown.email}. Sign out, then open the link
          again.
        </p>
      )}
    </Card>
  )
}

const rights = ({ role, environments }: ShownInvitation): string => {
  const what = `${roleWords[role] ?? 'take part'} (${role})`
  return environments === null ? what : `${what} in ${environments.join(', ')}; elsewhere see everything (viewer)`
}

const titles: Partial<Record<Refusal['code'], string>> = {
  'invitation/expired': 'This invitation has expired',
  'invitation/used': 'This invitation has been used',
  'invitation/not-found': 'This link is not valid',
  'request/invalid': 'This link is not whole',
}

const advice: Partial<Record<Refusal['code'], string>> = {
  'invitation/expired': 'Invitations work for a week. Ask the one who invited you for another.',
  'invitation/used': 'If that was you, sign in. If not, tell the one who invited you.',
  'invitation/not-found': 'It was revoked, or a newer one replaced it. Ask the one who invited you.',
  'request/invalid': 'Open the link as it was sent, to its last character.',
}

function Refused({ refusal }: { refusal: Refusal }): ReactNode {
  return (
    <Card
      title={titles[refusal.code] ?? 'The invitation could not be read'}
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
