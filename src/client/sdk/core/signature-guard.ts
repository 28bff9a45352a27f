import type { Datafile } from '../../../shared/schemas/datafile.ts'
import type { DatafileFeed } from './connection.ts'
import { describe } from './describe.ts'

export type SignatureGuard = {
  /** Whether the server signed a datafile from a file or from the application. Always true without public keys. */
  readonly isOurs: (datafile: Datafile) => Promise<boolean>
  /** Wraps the feed so that it accepts only datafiles signed by the server. */
  readonly guard: (feed: DatafileFeed, held: () => Datafile | null) => Promise<DatafileFeed>
}

/** Checks datafiles against public keys. The verification code is loaded only if there are keys. */
export const createSignatureGuard = (
  publicKeys: readonly string[] | null,
  fault: (message: string, cause?: unknown) => void,
): SignatureGuard => {
  if (publicKeys === null) return { isOurs: async () => true, guard: async (feed) => feed }
  const loading = import('./verify.ts').then(({ createVerify, verified }) => ({
    verify: createVerify(publicKeys),
    verified,
  }))
  // Callers handle the rejection.
  loading.catch(() => {})
  return {
    isOurs: async (datafile) => {
      try {
        await (await loading).verify(datafile)
        return true
      } catch (cause) {
        fault(`a datafile is passed over: ${describe(cause)}`, cause)
        return false
      }
    },
    guard: async (feed, held) => {
      const { verify, verified } = await loading
      return verified(feed, verify, held)
    },
  }
}
