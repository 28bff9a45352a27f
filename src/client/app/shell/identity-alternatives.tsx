import { Button, Divider } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { refusalOf } from '../../api/refusal.ts'
import { FormError } from '../components/form-error.tsx'
import classes from '../components/name-and-key.module.css'
import { answerChallenge } from '../features/session/answer-challenge.ts'
import { trpc } from '../trpc.ts'

/** Other ways to confirm an identity: a passkey, or signing in again at the single sign-on provider. */
export function IdentityAlternatives({ onProven }: { onProven: () => void }): ReactNode {
  const hasPasskey = (trpc.passkeys.list.useQuery().data ?? []).length > 0
  const providers = trpc.providers.offered.useQuery().data ?? []
  const options = trpc.passkeys.confirmOptions.useMutation()
  const send = trpc.passkeys.confirm.useMutation()
  const confirm = useMutation({
    mutationFn: async () => {
      const input = await answerChallenge(await options.mutateAsync())
      if (input === null) return false
      await send.mutateAsync(input)
      return true
    },
    onSuccess: (proven) => (proven ? onProven() : undefined),
  })
  if (!hasPasskey && providers.length === 0) return null
  const here = window.location.pathname + window.location.search
  return (
    <div className={classes['form']}>
      <Divider label="or" mt="md" />
      {hasPasskey ? (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={16} />}
          loading={confirm.isPending}
          onClick={() => confirm.mutate()}
        >
          Confirm with a passkey
        </Button>
      ) : null}
      {confirm.data === false ? (
        <p style={{ margin: 0 }} role="status">
          The passkey wasn’t used.
        </p>
      ) : null}
      <FormError refusal={confirm.error ? refusalOf(confirm.error) : null} fields={[]} />
      {providers.map(({ key, name, startUrl }) => (
        <Button key={key} component="a" href={`${startUrl}?to=${encodeURIComponent(here)}&anew=1`} variant="default">
          Sign in with {name} again
        </Button>
      ))}
    </div>
  )
}
