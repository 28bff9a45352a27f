import { startAuthentication } from '@simplewebauthn/browser'
import { type PasskeyChallenge, PasskeySignInInput } from '../../../../shared/features/access/schemas/passkey.ts'

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** The browser's answer to a challenge by passkey, or null where the person stopped or has no passkey that fits. */
export async function answerChallenge({ challengeId, options }: PasskeyChallenge): Promise<PasskeySignInInput | null> {
  try {
    // the server made these options for this very function
    const response = await startAuthentication({ optionsJSON: options as unknown as Options })
    return PasskeySignInInput.parse({ challengeId, response })
  } catch (error) {
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return null
    throw error
  }
}
