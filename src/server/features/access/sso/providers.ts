import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type {
  CreateProviderInput,
  IdentityProvider,
  SignInProvider,
  UpdateProviderInput,
} from '../../../../shared/features/access/schemas/identity-provider.ts'
import { uniqueViolation } from '../../../platform/db/failure.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { type Ctx, inTransaction, type LinkCtx, type SecretCtx } from '../../../platform/kernel/ctx.ts'
import { deleteProvider, everyProvider, findProvider, insertProvider, updateProvider } from './queries.ts'

export const clientSecretPurpose = 'client secret of a sign-in provider'

type ProviderCtx = SecretCtx & LinkCtx

/** Lists all single sign-on providers with their settings, without client secrets. For owners. */
export const listProviders = async (ctx: LinkCtx): Promise<IdentityProvider[]> =>
  (await everyProvider(ctx.db)).map((row) => providerView(ctx, row))

/** Lists the providers that the sign-in screen offers to anonymous visitors. */
export const signInProviders = async (ctx: Ctx): Promise<SignInProvider[]> =>
  (await everyProvider(ctx.db))
    .filter(({ enabled }) => enabled)
    .map(({ key, name }) => ({ key, name, startUrl: `/auth/sso/${key}` }))

/** Creates a provider. Passwords keep working, so owners can always sign in with theirs. */
export async function createProvider(ctx: ProviderCtx, input: CreateProviderInput): Promise<IdentityProvider> {
  const { clientSecret, groupRoles, ...settings } = input
  const row = { id: ctx.newId(), ...settings, groupRoles, createdAt: ctx.now() }
  const sealed = ctx.vault.seal(clientSecret, clientSecretPurpose)
  await inTransaction(ctx, async (tx) => {
    await insertProvider(tx.db, { ...row, groupRoles: JSON.stringify(groupRoles), clientSecret: sealed })
    await audit(tx, { action: 'provider.create', subject: row.key, after: { ...settings, groupRoles } })
  }).catch(refuseTakenKey)
  return providerView(ctx, row)
}

/** Updates a provider's settings. Keeps the client secret unless a new one is given. */
export async function changeProvider(
  ctx: ProviderCtx,
  { id, ...input }: UpdateProviderInput & { id: string },
): Promise<IdentityProvider> {
  const { clientSecret, groupRoles, ...settings } = input
  const before = await getProvider(ctx, id)
  await inTransaction(ctx, async (tx) => {
    const secret = clientSecret && { clientSecret: ctx.vault.seal(clientSecret, clientSecretPurpose) }
    await updateProvider(tx.db, id, { ...settings, groupRoles: JSON.stringify(groupRoles), ...secret })
    const { clientSecret: _sealed, ...was } = before
    const after = { ...settings, groupRoles, newSecret: clientSecret !== undefined }
    await audit(tx, { action: 'provider.change', subject: settings.key, before: was, after })
  }).catch(refuseTakenKey)
  return providerView(ctx, { ...before, ...settings, groupRoles })
}

/** Removes a provider. Accounts that used it remain and need another way to sign in. */
export async function removeProvider(ctx: Ctx, input: { id: string }): Promise<{ removed: true }> {
  const row = await getProvider(ctx, input.id)
  await inTransaction(ctx, async (tx) => {
    await deleteProvider(tx.db, row.id)
    await audit(tx, { action: 'provider.remove', subject: row.key })
  })
  return { removed: true }
}

async function getProvider(ctx: Ctx, id: string) {
  const row = await findProvider(ctx.db, { id })
  if (!row) throw new FanionError('provider/not-found')
  return row
}

type Row = Omit<Awaited<ReturnType<typeof everyProvider>>[number], 'clientSecret'>

const providerView = (ctx: LinkCtx, row: Row): IdentityProvider => ({
  id: row.id,
  key: row.key,
  name: row.name,
  issuer: row.issuer,
  clientId: row.clientId,
  domains: row.domains,
  groupsClaim: row.groupsClaim,
  groupRoles: row.groupRoles,
  createsPeople: row.createsPeople,
  enabled: row.enabled,
  createdAt: row.createdAt.toISOString(),
  redirectUri: `${ctx.publicUrl()}/auth/callback`,
})

function refuseTakenKey(error: unknown): never {
  if (uniqueViolation(error) === 'identity_provider_key_key') throw new FanionError('provider/key-taken')
  throw error
}
