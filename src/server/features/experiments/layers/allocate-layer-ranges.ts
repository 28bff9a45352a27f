import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import {
  allocateRanges,
  extendRangesTo,
  freeShareOf,
  sizeOf,
} from '../../../../shared/features/experiments/layer-ranges.ts'
import type { Stretch } from '../../../../shared/features/experiments/schemas/layer.ts'
import { percent } from '../../../../shared/text/rules/percent.ts'
import type { Tx } from '../../../platform/db/pool.ts'
import type { EnvironmentCtx } from '../../../platform/kernel/ctx.ts'
import { releaseUnusedRanges } from './held-layer-ranges.ts'
import { noSuchLayer } from './layers.ts'
import { insertLayerRanges, lockLayer } from './queries.ts'

type Ctx = EnvironmentCtx & { readonly db: Tx }
type FreeLayerRanges = { readonly layerId: string; readonly stretches: readonly Stretch[] }

/** Locks a layer until the transaction ends. Returns it with the ranges that runs hold. */
async function lockedLayer(ctx: Ctx, key: string) {
  const layer = await lockLayer(ctx.db, ctx.project, key)
  if (!layer) throw noSuchLayer(ctx, key)
  const held = await releaseUnusedRanges(ctx.db, ctx.project, layer)
  return { layer, held: held.filter(({ environmentId }) => environmentId === ctx.environment.id) }
}

/** Picks free ranges that add up to a share. Throws `layer/full` with the remaining room. */
function pickFreeRangesOf(
  ctx: Ctx,
  { layer, held }: Awaited<ReturnType<typeof lockedLayer>>,
  share: number,
): FreeLayerRanges {
  const stretches = allocateRanges(held, share)
  if (stretches) return { layerId: layer.id, stretches }
  const room = freeShareOf(held)
  const where = `${layer.name} in ${ctx.environment.name}`
  const sentence = `${where} has room for ${percent(room)}, and this takes ${percent(share)}.`
  throw new FanionError('layer/full', { layer: layer.key, room, share }, sentence)
}

/**
 * Picks free ranges of a layer that add up to a share, and locks the layer so that `holdStretches` can store them.
 * Throws `layer/full`.
 */
export const pickFreeRanges = async (ctx: Ctx, key: string, share: number): Promise<FreeLayerRanges> =>
  pickFreeRangesOf(ctx, await lockedLayer(ctx, key), share)

export const storeLayerRanges = (ctx: Ctx, run: number, { layerId, stretches }: FreeLayerRanges): Promise<void> =>
  insertLayerRanges(
    ctx.db,
    ctx.project,
    layerId,
    stretches.map((one) => ({ ...one, run, environmentId: ctx.environment.id })),
  )

/**
 * Extends a run's ranges of a layer to a total share. Uses ranges that another proposed growth of this run already
 * holds first, then free ones, which the run then holds. Throws `layer/full`.
 */
export async function extendLayerRanges(
  ctx: Ctx,
  key: string,
  { run, part, share }: { readonly run: number; readonly part: readonly Stretch[]; readonly share: number },
): Promise<Stretch[]> {
  const locked = await lockedLayer(ctx, key)
  const own = extendRangesTo(
    part,
    locked.held.filter((one) => one.run === run),
    share,
  )
  const more = pickFreeRangesOf(ctx, locked, share - sizeOf(own))
  await storeLayerRanges(ctx, run, more)
  return [...own, ...more.stretches]
}
