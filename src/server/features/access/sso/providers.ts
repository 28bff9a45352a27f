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

/** Every provider of single sign-on with its settings, for owners; never its client secret. */
export const listProviders = async (ctx: LinkCtx): Promise<IdentityProvider[]> =>
  (await everyProvider(ctx.db)).map((row) => providerView(ctx, row))

/** The providers the sign-in screen offers to anybody. */
export const signInProviders = async (ctx: Ctx): Promise<SignInProvider[]> =>
  (await everyProvider(ctx.db))
    .filter(({ enabled }) => enabled)
    .map(({ key, name }) => ({ key, name, startUrl: `/auth/sso/${key}` }))

/** Sets a provider up. It replaces no password: owners can always come in by theirs. */
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

/** Gives a provider its settings anew; the client secret stays unless another is given. */
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

/** Takes a provider away. Who came by it keeps their account, and needs another way in. */
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
