import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type {
  GuardSource,
  GuardSourceSecret,
  RampGuard,
  SaveGuardSourceInput,
} from '../../../../shared/features/ramps/schemas/guard.ts'
import { limits } from '../../../../shared/limits.ts'
import { nameOf } from '../../../platform/kernel/actor.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx, type SecretCtx } from '../../../platform/kernel/ctx.ts'
import { nextSave, requireSeenSave, versionOf } from '../../../platform/kernel/seen-version.ts'
import type { PrivateAddressAllowance } from '../../../platform/outbound/allowance.ts'
import { checkAddress } from '../../webhooks/check-address.ts'
import { shownAddress } from '../../webhooks/shown-address.ts'
import { newWebhookSecret } from '../../webhooks/signature.ts'
import { rampsQueryingSources } from '../queries.ts'
import { deleteGuardSource, guardSourcesOf, lockGuardSources, upsertGuardSource } from './queries.ts'

/** Encryption purpose of a source's secret. */
export const guardSecretPurpose = 'secret of a guard source'

/** Lists the project's guard sources by key, without their secrets. */
export async function listGuardSources(ctx: ProjectCtx): Promise<GuardSource[]> {
  const rows = await guardSourcesOf(ctx.db, ctx.project)
  const asking = await rampsQueryingSources(ctx.db, ctx.project)
  return rows.map(({ key, kind, url, sealed, madeBy, madeAt }) => ({
    ...{
      key,
      kind,
      hasSecret: sealed !== null,
      by: madeBy,
      at: madeAt.toISOString(),
      version: versionOf({ savedAt: madeAt }),
    },
    url: shownAddress(url),
    usedBy: asking
      .filter(({ plan }) => (plan.guards ?? []).some((guard) => sourceOf(guard, kind) === key))
      .map(({ number, flag, environment }) => ({ ramp: number, flag, environment })),
  }))
}

const sourceOf = (guard: RampGuard, kind: GuardSource['kind']): string | undefined => {
  if (kind === 'verdict') return 'verdict' in guard ? guard.verdict : undefined
  return 'prometheus' in guard ? guard.prometheus : undefined
}

type SaveCtx = ProjectCtx & SecretCtx & { readonly allowPrivateAddresses: PrivateAddressAllowance }

/**
 * Saves a guard source, replacing the one with this key. Its address must pass the same checks as a webhook's. If the
 * address changes, the secret must be given again, because it was meant for the earlier address.
 * Throws `source/edited` if the version isn't the current one.
 */
export async function saveGuardSource(ctx: SaveCtx, input: SaveGuardSourceInput): Promise<GuardSource[]> {
  const { key, kind, url, secret } = input
  checkAddress(url, ctx.allowPrivateAddresses)
  await inTransaction(ctx, async (tx) => {
    const there = await lockGuardSources(tx.db, tx.project)
    const was = there.find((one) => one.key === key)
    requireSeenSave(key, was && { savedAt: was.madeAt }, input.version)
    if (!was && there.length >= limits.guardSourcesPerProject) {
      const value = limits.guardSourcesPerProject
      const sentence = `${tx.project.name} has ${value} sources for guards, and can’t have more.`
      throw new FanionError('limit/reached', { limit: 'guardSourcesPerProject', value }, sentence)
    }
    const kept = was && was.url === url && was.kind === kind ? was.sealed : null
    const sealed = secret === undefined ? kept : secret === null ? null : ctx.vault.seal(secret, guardSecretPurpose)
    const madeAt = nextSave(was && { savedAt: was.madeAt }, tx.now())
    const row = { kind, url, sealed, madeBy: nameOf(tx.actor), madeAt }
    await upsertGuardSource(tx.db, { projectId: tx.project.id, key, ...row })
    await audit(tx, {
      action: 'guard-source.save',
      subject: `${tx.project.key}/${key}`,
      projectId: tx.project.id,
      after: { kind, url: shownAddress(url), hasSecret: sealed !== null },
    })
  })
  return listGuardSources(ctx)
}

/** Returns the guard source with this key. Throws `source/not-found`. */
export async function getGuardSource(ctx: ProjectCtx, key: string) {
  const found = (await guardSourcesOf(ctx.db, ctx.project)).find((one) => one.key === key)
  if (found) return found
  throw new FanionError('source/not-found', { key }, `${ctx.project.name} has no source "${key}".`)
}

/**
 * Replaces the secret of a verdict service and returns it once. Requests are signed with the new secret from now on.
 */
export async function renewGuardSecret(
  ctx: ProjectCtx & SecretCtx,
  { key }: { key: string },
): Promise<GuardSourceSecret> {
  const secret = newWebhookSecret(ctx)
  await inTransaction(ctx, async (tx) => {
    await lockGuardSources(tx.db, tx.project)
    const was = await getGuardSource(tx, key)
    const { kind, url } = was
    if (kind !== 'verdict') {
      const sentence = `${key} is a Prometheus: its token is made there, and saved here.`
      throw new FanionError('source/not-found', { key }, sentence)
    }
    const row = {
      kind,
      url,
      sealed: ctx.vault.seal(secret, guardSecretPurpose),
      madeBy: nameOf(tx.actor),
      madeAt: nextSave({ savedAt: was.madeAt }, tx.now()),
    }
    await upsertGuardSource(tx.db, { projectId: tx.project.id, key, ...row })
    const subject = `${tx.project.key}/${key}`
    await audit(tx, { action: 'guard-source.renew-secret', subject, projectId: tx.project.id, after: { kind } })
  })
  const source = (await listGuardSources(ctx)).find((one) => one.key === key)
  if (!source) throw new FanionError('source/not-found', { key })
  return { source, secret }
}

/** Deletes a guard source. Guards that use it have no data, so their ramps are held. */
export async function removeGuardSource(ctx: ProjectCtx, { key }: { key: string }): Promise<GuardSource[]> {
  await inTransaction(ctx, async (tx) => {
    const was = (await guardSourcesOf(tx.db, tx.project)).find((one) => one.key === key)
    if (!was) return
    await deleteGuardSource(tx.db, tx.project, key)
    await audit(tx, {
      action: 'guard-source.remove',
      subject: `${tx.project.key}/${key}`,
      projectId: tx.project.id,
      before: { kind: was.kind, url: shownAddress(was.url) },
    })
  })
  return listGuardSources(ctx)
}
