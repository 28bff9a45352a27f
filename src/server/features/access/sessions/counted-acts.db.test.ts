import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { contextOf } from '../../../../../tests/support/people.ts'
import { refusalOf } from '../../../../../tests/support/refusal.ts'
import { limits } from '../../../../shared/limits.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import type { Ctx } from '../../../platform/kernel/ctx.ts'
import { beginDeviceRequest } from '../devices/begin-device-request.ts'
import { setUp } from './set-up.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-20T08:00:00Z')
const nobody: Actor = { kind: 'anonymous', id: null, name: 'nobody' }
const from = (address: string): Ctx => {
  const ctx = contextOf(db, nobody, () => now)
  return { ...ctx, origin: { ...ctx.origin, address } }
}

/** Actions without an account, with the result that each has below the rate limit. */
const acts: readonly [string, (ctx: Ctx) => Promise<unknown>, string | undefined][] = [
  [
    'the first owner, by a wrong token',
    (ctx) =>
      setUp(
        { ...ctx, setUpToken: 'the right one' },
        { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery', token: 'a wrong one' },
      ),
    'auth/token-invalid',
  ],
  [
    'a device’s request',
    (ctx) =>
      beginDeviceRequest(
        { ...ctx, publicUrl: () => 'http://127.0.0.1:4400', mail: null },
        { name: 'A laptop', project: '*', role: 'viewer', expiresInDays: 90 },
      ),
    undefined,
  ],
]

describe('an act that needs no account', () => {
  it.each(acts)('is counted by the address it comes from: %s', async (_, act, follows) => {
    const comes = async (address: string) => {
      try {
        await act(from(address))
        return undefined
      } catch (error) {
        return (await refusalOf(Promise.reject(error))).code
      }
    }
    for (let at = 0; at < limits.signInPerMinute; at++) expect(await comes('192.0.2.1')).toBe(follows)
    expect(await comes('192.0.2.1')).toBe('request/rate-limited')
    expect(await comes('192.0.2.2')).toBe(follows)
  })
})
