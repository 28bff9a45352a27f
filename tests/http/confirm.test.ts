import { expect, it } from 'vitest'
import { openSession } from '../../src/server/features/access/sessions/open-session.ts'
import { inTransaction } from '../../src/server/platform/kernel/ctx.ts'
import { limits } from '../../src/shared/limits.ts'
import { aProject } from '../support/people.ts'
import { testServer } from '../support/server.ts'
import { call, procedures } from './call.ts'
import { samples } from './procedures.ts'

/**
 * Actions on keys, members and security that a stolen session alone must not be able to do. Ending something is not
 * included.
 */
const confirmed: readonly string[] = [
  'account.beginTwoFactor',
  'account.confirmTwoFactor',
  'account.turnTwoFactorOff',
  'account.renewRecoveryCodes',
  'devices.approve',
  'environments.delete',
  'keys.create',
  'keys.rotate',
  'keys.setOrigins',
  'members.add',
  'members.setRole',
  'members.remove',
  'invitations.create',
  'passkeys.options',
  'passkeys.add',
  'passkeys.remove',
  'providers.create',
  'providers.change',
  'providers.remove',
  'tokens.create',
  'tokens.rotate',
  'serviceTokens.create',
  'serviceTokens.rotate',
  'users.setDisabled',
  'users.setRole',
  'users.makeResetLink',
  'users.resetTwoFactor',
  'users.unlinkSignIn',
  'users.invite',
  'webhooks.create',
  'webhooks.change',
  'webhooks.renewSecret',
  'guardSources.save',
  'guardSources.renewSecret',
  'sources.save',
]

it('an owner whose proof is older than an hour is asked for another one by these procedures, and by no other', async () => {
  const { server, url } = await testServer({ FANION_REQUESTS_PER_MINUTE: '0' })
  const { db } = server.services
  const { project } = await aProject(db)
  const world = { owner: project, credentials: { email: 'nobody@example.com', password: 'correct horse battery' } }
  const asking: string[] = []
  for (const [name, { _def }] of procedures) {
    if (_def.type !== 'mutation') continue
    const input = await samples[name]?.input(world)
    const token = await inTransaction(project, (tx) => openSession(tx, String(project.actor.id)))
    const authenticatedAt = new Date(Date.now() - limits.reauthenticateMs)
    await db.updateTable('session').set({ authenticatedAt }).execute()
    if ((await call(url, name, `fanion=${token}`, input)) === 'auth/confirm-required') asking.push(name)
    await db.deleteFrom('attempt').execute()
  }
  expect(asking.toSorted()).toEqual(confirmed.toSorted())
})
