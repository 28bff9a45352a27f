import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { cutTo, roomIn, sizeOf, takeFrom } from '../../../../shared/features/experiments/room-in-layer.ts'
import type { Stretch } from '../../../../shared/features/experiments/schemas/layer.ts'
import { percent } from '../../../../shared/text/rules/percent.ts'
import type { Tx } from '../../../platform/db/pool.ts'
import type { EnvironmentCtx } from '../../../platform/kernel/ctx.ts'
import { noSuchLayer } from './layers.ts'
import { insertStretches, lockLayer } from './queries.ts'
import { giveBack } from './what-is-held.ts'

type Ctx = EnvironmentCtx & { readonly db: Tx }
/** Stretches of a layer. */
type Taken = { readonly layerId: string; readonly stretches: readonly Stretch[] }

/** A layer, locked until the transaction ends, and what is held of it here. */
async function lockedLayer(ctx: Ctx, key: string) {
  const layer = await lockLayer(ctx.db, ctx.project, key)
  if (!layer) throw noSuchLayer(ctx, key)
  const held = await giveBack(ctx.db, ctx.project, layer)
  return { layer, held: held.filter(({ environmentId }) => environmentId === ctx.environment.id) }
}

/** Free stretches that add up to a share. `layer/full` says how much room there is. */
function free(ctx: Ctx, { layer, held }: Awaited<ReturnType<typeof lockedLayer>>, share: number): Taken {
  const stretches = takeFrom(held, share)
  if (stretches) return { layerId: layer.id, stretches }
  const room = roomIn(held)
  const where = `${layer.name} in ${ctx.environment.name}`
  const sentence = `${where} has room for ${percent(room)}, and this takes ${percent(share)}.`
  throw new FanionError('layer/full', { layer: layer.key, room, share }, sentence)
}

/** Free stretches of a layer that add up to a share; the layer is locked until `holdStretches` writes them down. `layer/full`. */
export const freeStretchesOf = async (ctx: Ctx, key: string, share: number): Promise<Taken> =>
  free(ctx, await lockedLayer(ctx, key), share)

/** From now on a run holds these. */
export const holdStretches = (ctx: Ctx, run: number, { layerId, stretches }: Taken): Promise<void> =>
  insertStretches(
    ctx.db,
    ctx.project,
    layerId,
    stretches.map((one) => ({ ...one, run, environmentId: ctx.environment.id })),
  )

/**
 * The stretches of a layer that a run has, and more of it, so much in all: first what another growth of it proposes, then what is
 * free, which it holds from now on. `layer/full`.
 */
export async function moreOfLayer(
  ctx: Ctx,
  key: string,
  { run, part, share }: { readonly run: number; readonly part: readonly Stretch[]; readonly share: number },
): Promise<Stretch[]> {
  const locked = await lockedLayer(ctx, key)
  const own = cutTo(
    part,
    locked.held.filter((one) => one.run === run),
    share,
  )
  const more = free(ctx, locked, share - sizeOf(own))
  await holdStretches(ctx, run, more)
  return [...own, ...more.stretches]
}
