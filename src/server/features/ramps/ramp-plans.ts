import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { rampPresets } from '../../../shared/features/ramps/presets.ts'
import type { SavedRampPlan } from '../../../shared/features/ramps/schemas/ramp.ts'
import { limits } from '../../../shared/limits.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { deletePlan, plansOf, upsertPlan } from './plan-queries.ts'

/**
 * Lists the available plans: the three presets, unless the project has its own with the same name, and the project's
 * own.
 */
export async function listRampPlans(ctx: ProjectCtx): Promise<SavedRampPlan[]> {
  const own = (await plansOf(ctx.db, ctx.project)).map(({ name, plan }) => ({ name, ...plan }))
  return [...rampPresets.filter(({ name }) => !own.some((one) => one.name === name)), ...own]
}

export async function saveRampPlan(ctx: ProjectCtx, { plan }: { plan: SavedRampPlan }): Promise<SavedRampPlan[]> {
  const { name, ...kept } = plan
  await inTransaction(ctx, async (tx) => {
    const there = await plansOf(tx.db, tx.project)
    if (there.length >= limits.rampPlansPerProject && !there.some((one) => one.name === name)) {
      const value = limits.rampPlansPerProject
      const sentence = `${tx.project.name} keeps ${value} ramp plans, and can’t keep more.`
      throw new FanionError('limit/reached', { limit: 'rampPlansPerProject', value }, sentence)
    }
    await upsertPlan(tx.db, { projectId: tx.project.id, name, plan: JSON.stringify(kept) })
    await audit(tx, {
      action: 'ramp-plan.save',
      subject: `${tx.project.key}/${name}`,
      projectId: tx.project.id,
      after: kept,
    })
  })
  return listRampPlans(ctx)
}

/** Deletes a plan. A preset with the same name becomes visible again. */
export async function removeRampPlan(ctx: ProjectCtx, { name }: { name: string }): Promise<SavedRampPlan[]> {
  await inTransaction(ctx, async (tx) => {
    const there = (await plansOf(tx.db, tx.project)).find((one) => one.name === name)
    if (!there) return
    await deletePlan(tx.db, tx.project, name)
    await audit(tx, {
      action: 'ramp-plan.remove',
      subject: `${tx.project.key}/${name}`,
      projectId: tx.project.id,
      before: there.plan,
    })
  })
  return listRampPlans(ctx)
}
