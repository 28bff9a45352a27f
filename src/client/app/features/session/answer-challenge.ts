import { startAuthentication } from '@simplewebauthn/browser'
import { type PasskeyChallenge, PasskeySignInInput } from '../../../../shared/features/access/schemas/passkey.ts'

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Signs a passkey challenge. Null if the user cancels or has no matching passkey. */
export async function answerChallenge({ challengeId, options }: PasskeyChallenge): Promise<PasskeySignInInput | null> {
  try {
    // Safe cast: the server creates these options for exactly this function.
    const response = await startAuthentication({ optionsJSON: options as unknown as Options })
    return PasskeySignInInput.parse({ challengeId, response })
  } catch (error) {
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return null
    throw error
  }
}
