import { Button } from '@mantine/core'
import { startAuthentication } from '@simplewebauthn/browser'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type PasskeyChallenge, PasskeySignInInput } from '../../../../shared/schemas/passkey.ts'
import { refusalOf } from '../../../api/refusal.ts'
import { trpc } from '../../trpc.ts'
import { FormError } from '../../ui/form-error.tsx'
import classes from './card.module.css'

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** The browser's answer to a challenge, or null where the person stopped or has no passkey for this Fanion. */
const answered = async ({ challengeId, options }: PasskeyChallenge) => {
  try {
    // the server made these options for this very function
    const response = await startAuthentication({ optionsJSON: options as unknown as Options })
    return PasskeySignInInput.parse({ challengeId, response })
  } catch (error) {
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return null
    throw error
  }
}

/** Signs in with a passkey: no name, no password. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => Promise<void> }): ReactNode {
  const options = trpc.passkeys.signInOptions.useMutation()
  const send = trpc.passkeys.signIn.useMutation()
  const signIn = useMutation({
    mutationFn: async () => {
      const input = await answered(await options.mutateAsync())
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
          No passkey was used.
        </p>
      ) : null}
      <FormError refusal={signIn.error ? refusalOf(signIn.error) : null} fields={[]} />
    </>
  )
}
