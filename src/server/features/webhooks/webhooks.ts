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
import type { Allowance } from '../../platform/outbound/allowance.ts'
import { checkAddress } from './check-address.ts'
import { announceDelivery, deleteWebhook, findWebhook, insertWebhook, updateWebhook, webhooksOf } from './queries.ts'
import { shownAddress } from './shown-address.ts'
import { newWebhookSecret, webhookSecretPurpose } from './signature.ts'
import { webhookView } from './view.ts'

type WebhookCtx = ProjectCtx & SecretCtx
/** Whether webhooks may go to private and loopback addresses is the operator's to say. */
type AddressCtx = ProjectCtx & { readonly allowPrivateAddresses: Allowance }

/** The webhooks of the project, oldest first. */
export async function listWebhooks(ctx: ProjectCtx): Promise<Webhook[]> {
  const environments = await proveEnvironments(ctx.db, ctx.project)
  return (await webhooksOf(ctx.db, ctx.project)).map((row) => webhookView(row, environments))
}

/** Makes a webhook. Its secret is in this answer and nowhere else ever again. */
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

/**
 * Gives a webhook its settings anew. While it is paused nothing is sent, and what happens is kept; it is sent, in order,
 * once the webhook goes on.
 */
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

/** Gives a webhook another secret; what is sent from now on is signed with it. */
export async function renewSecret(ctx: WebhookCtx, input: { id: string }): Promise<WebhookSecret> {
  const secret = newWebhookSecret(ctx)
  return inTransaction(ctx, async (tx) => {
    const row = await getWebhook(tx, input.id)
    await updateWebhook(tx.db, row.id, { secret: ctx.vault.seal(secret, webhookSecretPurpose) })
    await audit(tx, event(ctx, 'webhook.renew-secret', row.name, {}))
    return { webhook: webhookView(row, await proveEnvironments(tx.db, tx.project)), secret }
  })
}

/** Removes a webhook and its deliveries. */
export async function removeWebhook(ctx: ProjectCtx, input: { id: string }): Promise<{ removed: true }> {
  await inTransaction(ctx, async (tx) => {
    const row = await getWebhook(tx, input.id)
    await deleteWebhook(tx.db, row.id)
    await audit(tx, event(ctx, 'webhook.remove', row.name, {}))
  })
  return { removed: true }
}

/** The webhook of this id in the project, or `webhook/not-found`. */
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

/** Settings as the audit trail keeps them. */
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
