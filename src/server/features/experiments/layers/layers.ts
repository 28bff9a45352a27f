import type { z } from 'zod'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { CreateLayerInput, Layer, LayerReference } from '../../../../shared/features/experiments/schemas/layer.ts'
import { limits } from '../../../../shared/limits.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { type HeldLayerRange, heldLayerRanges, releaseUnusedRanges } from './held-layer-ranges.ts'
import { deleteLayer, insertLayer, type LayerRow, layersOf, lockLayer, lockLayerKeys } from './queries.ts'

export const noSuchLayer = ({ project }: Pick<ProjectCtx, 'project'>, layer: string): FanionError =>
  new FanionError('layer/not-found', { layer }, `${project.name} has no layer "${layer}".`)

/** Lists the layers of a project by key, with the ranges that runs hold. */
export async function listLayers({ db, project }: ProjectCtx): Promise<Layer[]> {
  const [rows, held] = [await layersOf(db, project), await heldLayerRanges(db, project)]
  return rows.map((row) =>
    layerView(
      row,
      held.filter(({ layerId }) => layerId === row.id),
    ),
  )
}

/** Creates a layer. Throws `layer/key-taken` if another key differs at most in case. */
export async function createLayer(ctx: ProjectCtx, input: z.output<typeof CreateLayerInput>): Promise<Layer> {
  const { key, name, by } = input
  return inTransaction(ctx, async (tx) => {
    await lockLayerKeys(tx.db, tx.project)
    const all = await layersOf(tx.db, tx.project)
    if (all.some((one) => one.key === key))
      throw new FanionError('layer/key-taken', { layer: key }, `There is a layer "${key}" already.`)
    const value = limits.layersPerProject
    if (all.length >= value)
      throw new FanionError(
        'limit/reached',
        { limit: 'layersPerProject', value },
        `A project can have ${value} layers.`,
      )
    const row = { id: tx.newId(), key, name, unitBy: by, createdAt: tx.now() }
    await insertLayer(tx.db, { ...row, projectId: tx.project.id })
    await audit(tx, {
      action: 'layer.create',
      subject: `${tx.project.key}/${key}`,
      projectId: tx.project.id,
      after: { name, by },
    })
    return layerView(row, [])
  })
}

/** Deletes a layer that no run holds ranges of. Otherwise throws `layer/in-use` with the holders. */
export async function removeLayer(ctx: ProjectCtx, { layer: key }: Pick<LayerReference, 'layer'>): Promise<Layer> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockLayer(tx.db, tx.project, key)
    if (!row) throw noSuchLayer(tx, key)
    const held = await releaseUnusedRanges(tx.db, tx.project, row)
    if (held.length > 0) {
      const by = [...new Set(held.map(({ experiment }) => experiment))]
      throw new FanionError('layer/in-use', { experiments: by }, `${by.join(', ')} hold parts of ${row.name}.`)
    }
    await deleteLayer(tx.db, row.id)
    const before = { name: row.name, by: row.unitBy }
    await audit(tx, { action: 'layer.remove', subject: `${tx.project.key}/${key}`, projectId: tx.project.id, before })
    return layerView(row, [])
  })
}

const layerView = ({ key, name, unitBy, createdAt }: LayerRow, held: readonly HeldLayerRange[]): Layer => ({
  ...{ key, name, by: unitBy, createdAt: createdAt.toISOString() },
  held: held.map(({ environment, run, experiment, from, to }) => ({ environment, run, experiment, from, to })),
})
