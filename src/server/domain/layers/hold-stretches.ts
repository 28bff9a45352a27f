import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { roomIn, takeFrom } from '../../../shared/experiments/room-in-layer.ts'
import type { Stretch } from '../../../shared/schemas/layer.ts'
import { percent } from '../../../shared/text/rules/percent.ts'
import type { Tx } from '../../db/pool.ts'
import type { EnvironmentCtx } from '../../kernel/ctx.ts'
import { noSuchLayer } from './layers.ts'
import { freeLeft, lockLayer, stretchesIn } from './queries.ts'

/**
 * Free stretches of a layer that add up to a share, also of what a rule held that serves no more; the layer is locked until they are written down. `layer/full` says how much
 * room there is.
 */
export async function freeStretchesOf(
  ctx: EnvironmentCtx & { readonly db: Tx },
  key: string,
  share: number,
): Promise<{ layerId: string; stretches: Stretch[] }> {
  const layer = await lockLayer(ctx.db, ctx.project, key)
  if (!layer) throw noSuchLayer(ctx, key)
  await freeLeft(ctx.db, ctx.project)
  const held = await stretchesIn(ctx.db, layer.id, ctx.environment)
  const stretches = takeFrom(held, share)
  if (stretches) return { layerId: layer.id, stretches }
  const room = roomIn(held)
  const where = `${layer.name} in ${ctx.environment.name}`
  const sentence = `${where} has room for ${percent(room)}, and this takes ${percent(share)}.`
  throw new FanionError('layer/full', { layer: key, room, share }, sentence)
}
