import type { Datafile } from '../../../shared/schemas/datafile.ts'
import type { Feed } from './connection.ts'
import { describe } from './describe.ts'

export type Genuine = {
  /** Whether a datafile from a file or from the program itself is the server's; true where no keys say whose it must be. */
  readonly isOurs: (datafile: Datafile) => Promise<boolean>
  /** The feed, behind a gate that lets in what is the server's. */
  readonly guard: (feed: Feed, held: () => Datafile | null) => Promise<Feed>
}

/** Holds datafiles to public keys. What verifies is loaded where there are some. */
export const createGenuine = (
  publicKeys: readonly string[] | null,
  fault: (message: string, cause?: unknown) => void,
): Genuine => {
  if (publicKeys === null) return { isOurs: async () => true, guard: async (feed) => feed }
  const loading = import('./verify.ts').then(({ createVerify, verified }) => ({
    verify: createVerify(publicKeys),
    verified,
  }))
  // whoever asks hears of it
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
