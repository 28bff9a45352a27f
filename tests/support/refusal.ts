import { FanionError } from '../../src/shared/errors/fanion-error.ts'

/** The refusal an act ends with; fails where it succeeds, or breaks in another way. */
export async function refusalOf(act: Promise<unknown>): Promise<FanionError> {
  const error = await act.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof FanionError) return error
  throw new Error('it was not refused', { cause: error })
}
