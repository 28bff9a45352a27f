import { FanionError } from '../../../shared/errors/fanion-error.ts'

/** Notes that somebody did not prove who they are; `account` as it was named, null where none was. */
export type NoteFailedSignIn = (account: string | null) => void

/** Waits for a proof of who somebody is, and has it noted where it fails. */
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
