import { describe, expect, it } from 'vitest'
import { catalogue, type ErrorCode } from '../../../shared/errors/catalogue.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { noteFailedSignIn } from './note-failed-sign-in.ts'

/** Returns the accounts recorded for a sign-in that ends like this. */
const noted = async (proof: Promise<unknown>) => {
  const accounts: (string | null)[] = []
  const ended = await noteFailedSignIn((account) => accounts.push(account), 'ada', proof).catch(
    (error: unknown) => error,
  )
  return { accounts, ended }
}

describe('a sign-in', () => {
  it('that fails by its proof, or was tried too often, is noted, and no other', async () => {
    // Safe cast: the keys of the catalogue.
    for (const code of Object.keys(catalogue) as ErrorCode[]) {
      const error = new FanionError(code, {} as never)
      const isFailure = code === 'auth/wrong-credentials' || code === 'request/rate-limited'
      expect(await noted(Promise.reject(error))).toEqual({ accounts: isFailure ? ['ada'] : [], ended: error })
    }
  })

  it('that succeeds, or breaks, is not noted', async () => {
    const fault = new Error('the disk is full')
    expect(await noted(Promise.resolve('in'))).toEqual({ accounts: [], ended: 'in' })
    expect(await noted(Promise.reject(fault))).toEqual({ accounts: [], ended: fault })
  })
})
