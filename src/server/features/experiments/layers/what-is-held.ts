import { partOfRun } from '../../../../shared/features/experiments/grow-run.ts'
import { inBoth } from '../../../../shared/features/experiments/room-in-layer.ts'
import type { Db, Tx } from '../../../platform/db/pool.ts'
import type { ProvenProject } from '../../../platform/kernel/scope.ts'
import { freeLayer, insertStretches, type LayerRow, rulesOnLayers, stretchesOf } from './queries.ts'

/** A part of a layer that a run has in an environment. */
export type Held = Omit<Awaited<ReturnType<typeof stretchesOf>>[number], 'left'>

/**
 * What is held of the project’s layers, or of one, from the left: of what was written down for a run all that its rule serves, or
 * would once an open change of it is published. What a growth took that was withdrawn, or came to less, is held by nobody.
 */
export async function whatIsHeld(db: Db, project: Pick<ProvenProject, 'id'>, layerId?: string): Promise<Held[]> {
  const [rows, rules] = [await stretchesOf(db, project, layerId), await rulesOnLayers(db, project)]
  return rows.flatMap(({ left, ...row }) => {
    const own = rules.filter(({ run }) => run === row.run && !left)
    const asked = own.flatMap(({ rule }) => partOfRun(rule, row.run, { layer: row.layer }))
    return inBoth([row], asked).map((part) => ({ ...row, ...part }))
  })
}

/** Writes down what is held of a locked layer and nothing else; answers it. */
export async function giveBack(
  tx: Tx,
  project: Pick<ProvenProject, 'id'>,
  { id }: Pick<LayerRow, 'id'>,
): Promise<Held[]> {
  const held = await whatIsHeld(tx, project, id)
  await freeLayer(tx, id)
  await insertStretches(tx, project, id, held)
  return held
}
