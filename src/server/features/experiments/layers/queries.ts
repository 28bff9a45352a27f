import { type Insertable, type Selectable, sql } from 'kysely'
import type { Stretch } from '../../../../shared/features/experiments/schemas/layer.ts'
import type { Rule } from '../../../../shared/schemas/flag.ts'
import type { LayerTable } from '../../../platform/db/experiment-tables.ts'
import type { Db, Tx } from '../../../platform/db/pool.ts'
import type { ProvenProject } from '../../../platform/kernel/scope.ts'

type InProject = Pick<ProvenProject, 'id'>
export type LayerRow = Omit<Selectable<LayerTable>, 'projectId'>

const layers = (db: Db, project: InProject) =>
  db.selectFrom('layer').select(['id', 'key', 'name', 'unitBy', 'createdAt']).where('projectId', '=', project.id)

export const layersOf = (db: Db, project: InProject): Promise<LayerRow[]> =>
  layers(db, project).orderBy('key').execute()

export const findLayer = (db: Db, project: InProject, key: string): Promise<LayerRow | undefined> =>
  layers(db, project).where('key', '=', key).executeTakeFirst()

/** Reads and locks a layer, so that runs take ranges of it one at a time. */
export const lockLayer = (tx: Tx, project: InProject, key: string): Promise<LayerRow | undefined> =>
  layers(tx, project).where('key', '=', key).forUpdate().executeTakeFirst()

export const insertLayer = (tx: Tx, row: Insertable<LayerTable>) => tx.insertInto('layer').values(row).execute()

export const deleteLayer = (tx: Tx, id: string) => tx.deleteFrom('layer').where('id', '=', id).execute()

/** Whether a run was stopped and its rule is gone from the flag. A rule that still serves keeps its ranges. */
const isLeft = sql<boolean>`(experiment_run.state = 'stopped' and not exists (
  select from head where head.environment_id = experiment.environment_id and head.kind = 'flag' and head.key = experiment.flag
    and (head.document -> 'rules')::jsonb @> jsonb_build_array(jsonb_build_object('id', 'run-' || experiment_run.run))))`

/** Prevents others from creating a layer in the project until the transaction ends. */
export const lockLayerKeys = (tx: Tx, project: InProject) =>
  sql`select pg_advisory_xact_lock(hashtext('fanion.layers.' || ${project.id}::text))`.execute(tx)

/**
 * Stored ranges of the project's layers, or of one, ordered by start, each with its run and experiment. `left` is true
 * if the run was stopped and its rule is gone.
 */
export const layerRangesOf = (db: Db, project: InProject, layerId?: string) =>
  db
    .selectFrom('layerStretch')
    .innerJoin('layer', 'layer.id', 'layerStretch.layerId')
    .innerJoin('environment', 'environment.id', 'layerStretch.environmentId')
    .innerJoin('experimentRun', (join) =>
      join
        .onRef('experimentRun.projectId', '=', 'layerStretch.projectId')
        .onRef('experimentRun.run', '=', 'layerStretch.run'),
    )
    .innerJoin('experiment', 'experiment.id', 'experimentRun.experimentId')
    .select(['layerStretch.layerId', 'layerStretch.environmentId', 'layerStretch.run', 'layer.key as layer'])
    .select(['environment.key as environment', 'experiment.key as experiment', isLeft.as('left')])
    .select(['layerStretch.fromPart as from', 'layerStretch.toPart as to'])
    .where('layerStretch.projectId', '=', project.id)
    .$if(layerId !== undefined, (query) => query.where('layerStretch.layerId', '=', layerId ?? ''))
    .orderBy('environment.position')
    .orderBy('layerStretch.fromPart')
    .execute()

/**
 * The rules of all runs that hold ranges of the project's layers: as stored with the run, as served by the flag, and as
 * proposed by each open change.
 */
export const rulesOnLayers = async (db: Db, project: InProject): Promise<{ run: number; rule: Rule }[]> => {
  const { rows } = await sql<{ run: number; rule: Rule }>`
    select held.run, found.rule from (select distinct run from layer_stretch where project_id = ${project.id}) as held
    join experiment_run on experiment_run.project_id = ${project.id} and experiment_run.run = held.run
    join experiment on experiment.id = experiment_run.experiment_id
    cross join lateral (
      select experiment_run.ground -> 'rule' as rule
      union all select served from head cross join json_array_elements(head.document -> 'rules') as served
      where head.environment_id = experiment.environment_id and head.kind = 'flag' and head.key = experiment.flag
      union all select proposed from change_entry join change on change.id = change_entry.change_id
      cross join json_array_elements(change_entry.document -> 'rules') as proposed
      where change.state not in ('applied', 'withdrawn') and change_entry.environment_id = experiment.environment_id
        and change_entry.kind = 'flag' and change_entry.key = experiment.flag
    ) as found where found.rule ->> 'id' = 'run-' || held.run`.execute(db)
  return rows
}

export const insertLayerRanges = async (
  tx: Tx,
  project: InProject,
  layerId: string,
  held: readonly (Stretch & { readonly environmentId: string; readonly run: number })[],
): Promise<void> => {
  if (held.length === 0) return
  await tx
    .insertInto('layerStretch')
    .values(
      held.map(({ environmentId, run, from, to }) => ({
        ...{ layerId, environmentId, projectId: project.id, run },
        ...{ fromPart: from, toPart: to },
      })),
    )
    .execute()
}

export const deleteRangesOfLayer = (tx: Tx, layerId: string) =>
  tx.deleteFrom('layerStretch').where('layerId', '=', layerId).execute()

export const deleteRangesOfRuns = async (tx: Tx, project: InProject, runs: readonly number[]): Promise<void> => {
  if (runs.length === 0) return
  await tx.deleteFrom('layerStretch').where('projectId', '=', project.id).where('run', 'in', runs).execute()
}
