import { FanionError } from '../../src/shared/errors/fanion-error.ts'

/** Returns the FanionError that an action rejects with. Fails if it succeeds or rejects with anything else. */
export async function refusalOf(act: Promise<unknown>): Promise<FanionError> {
  const error = await act.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof FanionError) return error
  throw new Error('it was not refused', { cause: error })
}
