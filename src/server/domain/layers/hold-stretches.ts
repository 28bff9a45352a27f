import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { cutTo, roomIn, takeFrom } from '../../../shared/experiments/room-in-layer.ts'
import type { Stretch } from '../../../shared/schemas/layer.ts'
import { percent } from '../../../shared/text/rules/percent.ts'
import type { Tx } from '../../db/pool.ts'
import type { EnvironmentCtx } from '../../kernel/ctx.ts'
import { noSuchLayer } from './layers.ts'
import { freeLeft, insertStretches, lockLayer, stretchesIn } from './queries.ts'

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

/**
 * The stretches of a layer that a run has, and more of it, so much in all: first what it holds and does not serve (of a growth that
 * was withdrawn), then what is free, which it holds from now on. `layer/full`.
 */
export async function moreOfLayer(
  ctx: EnvironmentCtx & { readonly db: Tx },
  key: string,
  { run, part, share }: { readonly run: number; readonly part: readonly Stretch[]; readonly share: number },
): Promise<Stretch[]> {
  const layer = await lockLayer(ctx.db, ctx.project, key)
  if (!layer) throw noSuchLayer(ctx, key)
  const held = (await stretchesIn(ctx.db, layer.id, ctx.environment)).filter((one) => one.run === run)
  const own = cutTo(part, held, share)
  const left = share - sizeOf(own)
  if (left === 0) return own
  const { layerId, stretches } = await freeStretchesOf(ctx, key, left)
  await insertStretches(ctx.db, ctx.project, ctx.environment, { layerId, run, stretches })
  return [...own, ...stretches]
}

const sizeOf = (stretches: readonly Stretch[]): number => stretches.reduce((sum, { from, to }) => sum + to - from, 0)
