import { type Insertable, type Selectable, sql } from 'kysely'
import type { Stretch } from '../../../shared/schemas/layer.ts'
import type { LayerTable } from '../../db/experiment-tables.ts'
import type { Db, Tx } from '../../db/pool.ts'
import type { ProvenEnvironment, ProvenProject } from '../../kernel/scope.ts'

type InProject = Pick<ProvenProject, 'id'>
export type LayerRow = Omit<Selectable<LayerTable>, 'projectId'>

const layers = (db: Db, project: InProject) =>
  db.selectFrom('layer').select(['id', 'key', 'name', 'unitBy', 'createdAt']).where('projectId', '=', project.id)

/** The layers of a project, by key. */
export const layersOf = (db: Db, project: InProject): Promise<LayerRow[]> =>
  layers(db, project).orderBy('key').execute()

export const findLayer = (db: Db, project: InProject, key: string): Promise<LayerRow | undefined> =>
  layers(db, project).where('key', '=', key).executeTakeFirst()

/** The same, locked: whoever takes a stretch waits here for whoever takes one. */
export const lockLayer = (tx: Tx, project: InProject, key: string): Promise<LayerRow | undefined> =>
  layers(tx, project).where('key', '=', key).forUpdate().executeTakeFirst()

export const insertLayer = (tx: Tx, row: Insertable<LayerTable>) => tx.insertInto('layer').values(row).execute()

export const deleteLayer = (tx: Tx, id: string) => tx.deleteFrom('layer').where('id', '=', id).execute()

/** Whether a run was stopped and its rule serves no more: what serves on keeps its part of a layer. */
const isLeft = sql<boolean>`(experiment_run.state = 'stopped' and not exists (
  select from head where head.environment_id = experiment.environment_id and head.kind = 'flag' and head.key = experiment.flag
    and (head.document -> 'rules')::jsonb @> jsonb_build_array(jsonb_build_object('id', 'run-' || experiment_run.run))))`

/** Nobody else makes a layer of the project until the transaction ends. */
export const lockLayerKeys = (tx: Tx, project: InProject) =>
  sql`select pg_advisory_xact_lock(hashtext('fanion.layers.' || ${project.id}::text))`.execute(tx)

/** What is held of the project's layers, from the left, each with the run and its experiment. */
export const heldIn = (db: Db, project: InProject, layerId?: string) =>
  db
    .selectFrom('layerStretch')
    .innerJoin('environment', 'environment.id', 'layerStretch.environmentId')
    .innerJoin('experimentRun', (join) =>
      join
        .onRef('experimentRun.projectId', '=', 'layerStretch.projectId')
        .onRef('experimentRun.run', '=', 'layerStretch.run'),
    )
    .innerJoin('experiment', 'experiment.id', 'experimentRun.experimentId')
    .select([
      'layerStretch.layerId',
      'layerStretch.run',
      'environment.key as environment',
      'experiment.key as experiment',
    ])
    .select(['layerStretch.fromPart as from', 'layerStretch.toPart as to'])
    .where('layerStretch.projectId', '=', project.id)
    .where(sql<boolean>`not ${isLeft}`)
    .$if(layerId !== undefined, (query) => query.where('layerStretch.layerId', '=', layerId ?? ''))
    .orderBy('environment.position')
    .orderBy('layerStretch.fromPart')
    .execute()

/** What is held of one layer in one environment. */
export const stretchesIn = (
  db: Db,
  layerId: string,
  environment: Pick<ProvenEnvironment, 'id'>,
): Promise<(Stretch & { run: number })[]> =>
  db
    .selectFrom('layerStretch')
    .select(['run', 'fromPart as from', 'toPart as to'])
    .where('layerId', '=', layerId)
    .where('environmentId', '=', environment.id)
    .orderBy('fromPart')
    .execute()

export const insertStretches = async (
  tx: Tx,
  project: InProject,
  environment: Pick<ProvenEnvironment, 'id'>,
  { layerId, run, stretches }: { layerId: string; run: number; stretches: readonly Stretch[] },
): Promise<void> => {
  await tx
    .insertInto('layerStretch')
    .values(
      stretches.map(({ from, to }) => ({
        ...{ layerId, environmentId: environment.id, projectId: project.id, run },
        ...{ fromPart: from, toPart: to },
      })),
    )
    .execute()
}

/** Gives back what runs of a project hold that were stopped and whose rule serves no more. */
export const freeLeft = async (tx: Tx, project: InProject): Promise<void> => {
  await sql`
    delete from layer_stretch using experiment_run, experiment
    where layer_stretch.project_id = ${project.id} and experiment.id = experiment_run.experiment_id
      and experiment_run.project_id = layer_stretch.project_id and experiment_run.run = layer_stretch.run and ${isLeft}`.execute(
    tx,
  )
}

/** Gives back whatever these runs hold. */
export const freeStretches = async (tx: Tx, project: InProject, runs: readonly number[]): Promise<void> => {
  if (runs.length === 0) return
  await tx.deleteFrom('layerStretch').where('projectId', '=', project.id).where('run', 'in', runs).execute()
}
