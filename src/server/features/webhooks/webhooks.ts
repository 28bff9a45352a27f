import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type {
  ChangeWebhookInput,
  CreateWebhookInput,
  Webhook,
  WebhookSecret,
} from '../../../shared/features/webhooks/schemas/webhook.ts'
import { personIdOf } from '../../platform/kernel/actor.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx, type SecretCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import type { PrivateAddressAllowance } from '../../platform/outbound/allowance.ts'
import { checkAddress } from './check-address.ts'
import { announceDelivery, deleteWebhook, findWebhook, insertWebhook, updateWebhook, webhooksOf } from './queries.ts'
import { shownAddress } from './shown-address.ts'
import { newWebhookSecret, webhookSecretPurpose } from './signature.ts'
import { webhookView } from './view.ts'

type WebhookCtx = ProjectCtx & SecretCtx
/** The operator decides if webhooks may use private and loopback addresses. */
type AddressCtx = ProjectCtx & { readonly allowPrivateAddresses: PrivateAddressAllowance }

export async function listWebhooks(ctx: ProjectCtx): Promise<Webhook[]> {
  const environments = await proveEnvironments(ctx.db, ctx.project)
  return (await webhooksOf(ctx.db, ctx.project)).map((row) => webhookView(row, environments))
}

/** Creates a webhook. Its secret is returned only here. */
export async function createWebhook(ctx: WebhookCtx & AddressCtx, input: CreateWebhookInput): Promise<WebhookSecret> {
  checkAddress(input.url, ctx.allowPrivateAddresses)
  const secret = newWebhookSecret(ctx)
  const row = {
    id: ctx.newId(),
    projectId: ctx.project.id,
    name: input.name,
    url: input.url,
    secret: ctx.vault.seal(secret, webhookSecretPurpose),
    actions: input.actions,
    environments: await environmentIds(ctx, input.environments),
    pausedAt: null,
    createdAt: ctx.now(),
    createdBy: personIdOf(ctx.actor),
  }
  await inTransaction(ctx, async (tx) => {
    await audit(tx, event(ctx, 'webhook.create', row.name, { after: recorded(settingsOf(input)) }))
    await insertWebhook(tx.db, row)
  })
  return { webhook: webhookView(row, await proveEnvironments(ctx.db, ctx.project)), secret }
}

/** Updates a webhook's settings. While it is paused, messages are queued and later sent in order. */
export async function changeWebhook(ctx: AddressCtx, input: ChangeWebhookInput): Promise<Webhook> {
  checkAddress(input.url, ctx.allowPrivateAddresses)
  const environments = await environmentIds(ctx, input.environments)
  return inTransaction(ctx, async (tx) => {
    const before = await getWebhook(tx, input.id)
    const { name, url, actions } = input
    const pausedAt = input.paused ? (before.pausedAt ?? tx.now()) : null
    await updateWebhook(tx.db, before.id, { name, url, actions, environments, pausedAt })
    if (before.pausedAt && !pausedAt) await announceDelivery(tx.db)
    const known = await proveEnvironments(tx.db, tx.project)
    const was = webhookView(before, known)
    const after = webhookView({ ...before, name, url, actions, environments, pausedAt }, known)
    await audit(tx, event(ctx, 'webhook.change', name, { before: recorded(was), after: recorded(after) }))
    return after
  })
}

/** Replaces a webhook's secret. Messages are signed with the new one from now on. */
export async function renewSecret(ctx: WebhookCtx, input: { id: string }): Promise<WebhookSecret> {
  const secret = newWebhookSecret(ctx)
  return inTransaction(ctx, async (tx) => {
    const row = await getWebhook(tx, input.id)
    await updateWebhook(tx.db, row.id, { secret: ctx.vault.seal(secret, webhookSecretPurpose) })
    await audit(tx, event(ctx, 'webhook.renew-secret', row.name, {}))
    return { webhook: webhookView(row, await proveEnvironments(tx.db, tx.project)), secret }
  })
}

export async function removeWebhook(ctx: ProjectCtx, input: { id: string }): Promise<{ removed: true }> {
  await inTransaction(ctx, async (tx) => {
    const row = await getWebhook(tx, input.id)
    await deleteWebhook(tx.db, row.id)
    await audit(tx, event(ctx, 'webhook.remove', row.name, {}))
  })
  return { removed: true }
}

/** Returns the project's webhook with this id. Throws `webhook/not-found`. */
export async function getWebhook(ctx: ProjectCtx, id: string) {
  const row = await findWebhook(ctx.db, ctx.project, id)
  if (!row) throw new FanionError('webhook/not-found')
  return row
}

const event = (ctx: ProjectCtx, action: string, name: string, change: { before?: unknown; after?: unknown }) => ({
  action,
  subject: `${ctx.project.key}/${name}`,
  projectId: ctx.project.id,
  ...change,
})

/** Settings as recorded in the audit trail. */
const recorded = <S extends { url: string }>(settings: S): S => ({ ...settings, url: shownAddress(settings.url) })

const settingsOf = ({ name, url, actions, environments }: CreateWebhookInput) => ({ name, url, actions, environments })

async function environmentIds(ctx: ProjectCtx, keys: readonly string[] | null): Promise<string[] | null> {
  if (!keys) return null
  const known = await proveEnvironments(ctx.db, ctx.project)
  return keys.map((key, at) => {
    const found = known.find((environment) => environment.key === key)
    if (found) return found.id
    const expected = `one of ${known.map((one) => one.key).join(', ')}`
    const problem = { path: `environments[${at}]`, problem: `environment "${key}" doesn’t exist`, expected }
    throw new FanionError('environment/not-found', { problems: [problem] })
  })
}
