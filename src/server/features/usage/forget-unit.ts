import type { ForgetUnitInput, ForgottenUnit } from '../../../shared/features/usage/schemas/tracked.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { type EventStoreCtx, inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import type { Vault } from '../../platform/kernel/vault.ts'
import { forgetComparisons, kindsOf, measureKeysOf } from './forget-queries.ts'
import { unitKeyPurpose } from './reportable-cache.ts'
import { byTargetingKey, unitDigest } from './unit-digest.ts'

/**
 * Deletes all exposures and events of a user, in all environments of the project, by targeting key or attribute value.
 * The audit event does not contain the value. Aggregates remain, because they identify no user.
 */
export async function forgetUnit(
  ctx: ProjectCtx & EventStoreCtx & { readonly vault: Vault },
  { unit, by }: Pick<ForgetUnitInput, 'unit' | 'by'>,
): Promise<ForgottenUnit> {
  return inTransaction(ctx, async (tx) => {
    const keys = await measureKeysOf(tx.db, tx.project.id)
    const kinds = by === undefined ? [byTargetingKey, ...(await kindsOf(tx.db, tx.project.id))] : [by]
    const units = keys.flatMap(({ environmentId, sealed }) => {
      const key = ctx.vault.open(sealed, unitKeyPurpose(environmentId))
      return kinds.map((kind) => unitDigest(key, kind, unit))
    })
    const forgotten = await tx.measure.forget(tx.db, tx.project.id, units)
    await forgetComparisons(tx.db, tx.project.id, units)
    await audit(tx, {
      action: 'unit.forget',
      subject: tx.project.key,
      projectId: tx.project.id,
      after: forgotten,
    })
    return forgotten
  })
}
