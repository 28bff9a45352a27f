import { partOfRun } from '../../../../shared/features/experiments/grow-run.ts'
import { inBoth } from '../../../../shared/features/experiments/layer-ranges.ts'
import type { Db, Tx } from '../../../platform/db/pool.ts'
import type { ProvenProject } from '../../../platform/kernel/scope.ts'
import { deleteRangesOfLayer, insertLayerRanges, type LayerRow, layerRangesOf, rulesOnLayers } from './queries.ts'

/** A range of a layer that a run holds in an environment. */
export type HeldLayerRange = Omit<Awaited<ReturnType<typeof layerRangesOf>>[number], 'left'>

/**
 * The ranges that runs hold of the project’s layers, or of one, ordered by start. A stored range counts as far as the
 * run's rule serves it, or would if an open change were published. Ranges left over from a withdrawn or reduced growth
 * are free.
 */
export async function heldLayerRanges(
  db: Db,
  project: Pick<ProvenProject, 'id'>,
  layerId?: string,
): Promise<HeldLayerRange[]> {
  const [rows, rules] = [await layerRangesOf(db, project, layerId), await rulesOnLayers(db, project)]
  return rows.flatMap(({ left, ...row }) => {
    const own = rules.filter(({ run }) => run === row.run && !left)
    const asked = own.flatMap(({ rule }) => partOfRun(rule, row.run, { layer: row.layer }))
    return inBoth([row], asked).map((part) => ({ ...row, ...part }))
  })
}

/** Deletes the stored ranges of a locked layer that no run holds any more. Returns the held ones. */
export async function releaseUnusedRanges(
  tx: Tx,
  project: Pick<ProvenProject, 'id'>,
  { id }: Pick<LayerRow, 'id'>,
): Promise<HeldLayerRange[]> {
  const held = await heldLayerRanges(tx, project, id)
  await deleteRangesOfLayer(tx, id)
  await insertLayerRanges(tx, project, id, held)
  return held
}
