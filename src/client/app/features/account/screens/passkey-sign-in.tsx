import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import { trpc } from '../../../trpc.ts'
import { answerChallenge } from '../../session/answer-challenge.ts'
import classes from './card.module.css'

export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => Promise<void> }): ReactNode {
  const options = trpc.passkeys.signInOptions.useMutation()
  const send = trpc.passkeys.signIn.useMutation()
  const signIn = useMutation({
    mutationFn: async () => {
      const input = await answerChallenge(await options.mutateAsync())
      if (input === null) return false
      await send.mutateAsync(input)
      return true
    },
    onSuccess: (signedIn) => (signedIn ? onSignedIn() : undefined),
  })
  return (
    <>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={16} />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        Sign in with a passkey
      </Button>
      {signIn.data === false ? (
        <p className={classes['note']} role="status">
          The passkey wasn’t used.
        </p>
      ) : null}
      <FormError refusal={signIn.error ? refusalOf(signIn.error) : null} fields={[]} />
    </>
  )
}
