import { FanionError } from '../../../shared/errors/fanion-error.ts'

/** Records a failed sign-in. `account` is the account name that was entered, or null if there was none. */
export type NoteFailedSignIn = (account: string | null) => void

/** Awaits a sign-in, and records it if it fails. */
export async function noteFailedSignIn<T>(
  note: NoteFailedSignIn,
  account: string | null,
  proof: Promise<T>,
): Promise<T> {
  try {
    return await proof
  } catch (error) {
    if (isFailure(error)) note(account)
    throw error
  }
}

const isFailure = (error: unknown): boolean =>
  error instanceof FanionError && (error.code === 'auth/wrong-credentials' || error.code === 'request/rate-limited')
