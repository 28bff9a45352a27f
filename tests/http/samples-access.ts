import { uuidv7 } from 'uuidv7'
import { beginDeviceRequest as beginDevice } from '../../src/server/features/access/devices/begin-device-request.ts'
import { createKey } from '../../src/server/features/access/keys/create-key.ts'
import { BeginDeviceInput } from '../../src/shared/features/access/schemas/device.ts'
import { CreateSdkKeyInput } from '../../src/shared/features/access/schemas/sdk-key.ts'
import { aPerson, inEnvironment, join } from '../support/people.ts'
import { absent, fresh, inProject, nobody, nothing, project, type Sample, type World } from './sample.ts'

const anEmail = () => `${fresh('person')}@example.com`
const noLink = 'x'.repeat(43)
const noUser = () => ({ userId: uuidv7() })
const password = 'correct horse battery'
const aProvider = () => ({
  key: fresh('idp'),
  name: 'Provider',
  // Nothing listens on the discard port.
  issuer: 'http://127.0.0.1:9',
  clientId: 'fanion',
  domains: ['example.com'],
})

// An address reserved for documentation: nothing is ever sent.
const aWebhook = { name: 'Hook', url: 'https://192.0.2.1/hook', actions: [], environments: null }

const aMember = async ({ owner }: World) => {
  const person = await aPerson(owner.db, 'Member')
  await join(owner.db, person, owner.project.key, 'viewer')
  return person.id
}
const withMember = (more: object = {}): Sample => ({
  input: async (world) => ({ project: project(world), userId: await aMember(world), ...more }),
})
const aPersonToAdd: Sample = {
  input: async (world) => {
    const person = await aPerson(world.owner.db, 'Newcomer')
    return { project: project(world), email: person.kind === 'user' ? person.email : '', role: 'viewer' }
  },
}

const aDevice: Sample = {
  input: async ({ owner }) => {
    const ctx = { ...owner, publicUrl: () => 'http://127.0.0.1', mail: null }
    const { userCode } = await beginDevice(ctx, BeginDeviceInput.parse({ name: 'A program' }))
    return { userCode }
  },
}

/** Samples of accounts, members, invitations, tokens, keys, webhooks and the audit log. */
export const accessSamples: Readonly<Record<string, Sample>> = {
  'account.confirm': absent('auth/wrong-credentials', { password: 'not the right one' }, 'installation'),
  'account.changeName': { input: async () => ({ name: 'Renamed' }) },
  'account.chooseLocale': { input: async () => ({ locale: 'de' }) },
  'account.chooseLetters': { input: async () => ({ ramps: 'own' }) },
  'account.changePassword': absent('request/invalid', { next: 'short' }, 'installation'),
  'account.requestReset': { input: async () => ({ email: anEmail() }) },
  'account.resetPassword': absent('auth/token-invalid', { token: noLink, password }, 'installation'),
  'account.revokeSession': absent('session/not-found', nobody, 'installation'),
  'account.confirmTwoFactor': absent('auth/wrong-credentials', { code: '000000' }, 'installation'),
  'account.renewRecoveryCodes': { ...nothing, answers: 'request/invalid' },
  'members.add': aPersonToAdd,
  'members.setRole': withMember({ role: 'editor' }),
  'members.remove': withMember(),
  'invitations.create': { input: async (world) => ({ project: project(world), email: anEmail(), role: 'viewer' }) },
  'invitations.revoke': absent('invitation/not-found', nobody),
  'invitations.show': absent('invitation/not-found', { token: noLink }, 'installation'),
  'invitations.accept': absent('invitation/not-found', { token: noLink }, 'installation'),
  'users.setDisabled': absent('user/not-found', () => ({ ...noUser(), disabled: true }), 'installation'),
  'users.setRole': absent('user/not-found', () => ({ ...noUser(), role: 'member' }), 'installation'),
  'users.makeResetLink': absent('user/not-found', noUser, 'installation'),
  'users.resetTwoFactor': absent('user/not-found', noUser, 'installation'),
  'users.unlinkSignIn': absent('user/not-found', noUser, 'installation'),
  'users.invite': { input: async () => ({ email: anEmail(), role: 'member' }) },
  'users.revokeInvitation': absent('invitation/not-found', nobody, 'installation'),
  'providers.create': { input: async () => ({ ...aProvider(), clientSecret: 'secret' }) },
  'providers.check': absent('provider/unreachable', { issuer: 'http://127.0.0.1:9' }, 'installation'),
  'providers.change': absent('provider/not-found', () => ({ ...aProvider(), ...nobody() }), 'installation'),
  'providers.remove': absent('provider/not-found', nobody, 'installation'),
  'passkeys.add': absent('request/invalid', { name: 'Key' }, 'installation'),
  'passkeys.remove': absent('passkey/not-found', nobody, 'installation'),
  'passkeys.signIn': absent('request/invalid', {}, 'installation'),
  'passkeys.confirmOptions': { ...nothing, answers: 'passkey/not-found' },
  'passkeys.confirm': absent('request/invalid', {}, 'installation'),
  'tokens.create': {
    input: async () => ({ name: 'A token', scopes: [{ project: '*', role: 'viewer' }] }),
  },
  'tokens.rotate': absent('token/not-found', nobody, 'installation'),
  'tokens.revoke': absent('token/not-found', nobody, 'installation'),
  // The callers have sessions, and this is for tokens.
  'tokens.revokeThis': { ...nothing, answers: 'auth/forbidden' },
  'devices.begin': { input: async () => ({ name: 'A program' }) },
  'devices.poll': absent('auth/token-invalid', { deviceCode: noLink }, 'installation'),
  'devices.show': aDevice,
  'devices.approve': aDevice,
  'devices.deny': aDevice,
  'serviceTokens.create': inProject({ name: 'A service', role: 'viewer' }),
  'serviceTokens.rotate': absent('token/not-found', nobody),
  'serviceTokens.revoke': absent('token/not-found', nobody),
  'keys.rotate': {
    input: async (world) => {
      const ctx = await inEnvironment(world.owner)
      const scope = { project: project(world), environment: 'development' }
      const { key } = await createKey(ctx, CreateSdkKeyInput.parse({ ...scope, kind: 'server', name: 'A program' }))
      return { project: project(world), id: key.id }
    },
  },
  'keys.setOrigins': absent('key/not-found', () => ({ ...nobody(), allowedOrigins: ['https://shop.example'] })),
  'webhooks.create': absent('webhook/address-not-allowed', aWebhook),
  'webhooks.change': absent('webhook/address-not-allowed', () => ({ ...aWebhook, ...nobody(), paused: true })),
  'webhooks.renewSecret': absent('webhook/not-found', nobody),
  'webhooks.remove': absent('webhook/not-found', nobody),
  'webhooks.deliveries': absent('webhook/not-found', nobody),
  'webhooks.resend': absent('webhook/not-found', () => ({ ...nobody(), deliveryId: uuidv7() })),
  'webhooks.test': absent('webhook/not-found', nobody),
}
