import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ApplyImportInput, ImportSource } from '../../../shared/features/imports/schemas/import.ts'
import { vendorNames } from '../../../shared/features/imports/schemas/import.ts'
import { counted } from '../../../shared/text/rules/percent.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { requirePermission } from '../../platform/kernel/require-permission.ts'
import { requestReview } from '../changes/request-review.ts'
import { saveChange } from '../changes/save-change.ts'
import { createEnvironment } from '../environments/create-environment.ts'
import { listEnvironments } from '../projects/read-projects.ts'
import { chooseItems, type ImportCandidate } from './choose-items.ts'
import { getImport } from './get-import.ts'
import { getLockedImport } from './get-locked-import.ts'
import { importRows } from './import-rows.ts'
import { splitMapping } from './mapping.ts'
import { publishImport } from './publish-import.ts'
import { itemsAt, itemsOf, type RunRow, raiseImportTimeouts, updateImportSource, updateRun } from './queries.ts'
import { statusesOf } from './status-queries.ts'
import { insertImportSubjects } from './written-queries.ts'

/**
 * Imports the chosen flags and segments in one transaction, all or none: creates missing environments and rows,
 * publishes one revision per environment, marked `import`, and records the source. In environments that require
 * approvals, it publishes only what changes no user's value and submits the rest as a change for review. The usual
 * publish permissions apply.
 */
export async function applyImport(ctx: ProjectCtx, input: z.output<typeof ApplyImportInput>): Promise<ImportSource> {
  const { project } = ctx
  requirePermission(project.role, 'flag.edit', project.name)
  requirePermission(project.role, 'segment.edit', project.name)
  await inTransaction(ctx, async (tx) => {
    await raiseImportTimeouts(tx.db)
    const { source, run } = await getLockedImport(tx, input, ['previewed', 'applied'])
    if (run.state === 'applied' && source.state !== 'undone') {
      const sentence = 'This run was imported. Read the files again to bring in what changed since.'
      throw new FanionError('import/wrong-state', { state: run.state }, sentence)
    }
    await makeEnvironments(tx, run)
    const ours = (await listEnvironments(tx)).map(({ key }) => key)
    const { there } = splitMapping(run.mapping, ours)
    const chosen = chooseItems(await candidatesOf(tx, source.id, run.id, there), input)
    const items = await itemsAt(
      tx.db,
      run.id,
      chosen.map(({ position }) => position),
    )
    const statuses = new Map(chosen.map(({ position, status }) => [position, status]))
    const made = items.filter(({ position }) => statuses.get(position) === 'new')
    await importRows(tx, made)
    const vendor = vendorNames[source.vendor]
    const flags = items.filter(({ kind }) => kind === 'flag').length
    const what = [
      counted(flags, 'flag'),
      ...(items.length > flags ? [counted(items.length - flags, 'segment')] : []),
    ].join(', ')
    const from = source.name === source.vendor ? vendor : `${vendor} ${source.name}`
    const message = `Imported ${what} from ${from} (run ${run.number})`
    const { written, proposed } = await publishImport(tx, { source: source.id, items, made, mapping: there, message })
    await insertImportSubjects(
      tx.db,
      source.id,
      items.map(({ kind, key, item, position }) => ({
        kind,
        key,
        theirs: item.theirs,
        made: statuses.get(position) === 'new',
      })),
    )
    let change: number | null = null
    if (proposed.length > 0) {
      const title = `Import ${what} from ${from}`.slice(0, 100)
      const saved = await saveChange(tx, { project: project.key, title, message, entries: proposed })
      await requestReview(tx, { change: saved.number })
      change = saved.number
    }
    await updateRun(tx.db, run.id, {
      state: 'applied',
      bundle: null,
      written: JSON.stringify(written),
      changeNumber: change,
      endedAt: tx.now(),
    })
    await updateImportSource(tx.db, source.id, { state: 'open' })
    await audit(tx, {
      action: 'import.apply',
      subject: `${project.key}/imports/${source.name}`,
      projectId: project.id,
      after: { vendor: source.vendor, run: run.number, flags, segments: items.length - flags, written, change },
    })
  })
  return getImport(ctx, input)
}

type TxCtx = ProjectCtx & { readonly db: Tx }

async function makeEnvironments(tx: TxCtx, run: RunRow): Promise<void> {
  const ours = (await listEnvironments(tx)).map(({ key }) => key)
  for (const [theirs, key] of Object.entries(splitMapping(run.mapping, ours).fresh)) {
    requirePermission(tx.project.role, 'environment.edit', tx.project.name)
    const critical = run.summary?.environments.some((one) => one.name === theirs && one.critical) ?? false
    await createEnvironment(tx, {
      project: tx.project.key,
      key,
      name: theirs.slice(0, 100),
      colour: critical ? 'orange' : 'gray',
      protected: critical,
      requiredApprovals: 0,
      from: null,
    })
  }
}

async function candidatesOf(
  tx: TxCtx,
  source: string,
  run: string,
  there: Record<string, string>,
): Promise<ImportCandidate[]> {
  const statuses = await statusesOf(tx.db, { project: tx.project, source, run, mapping: there, fresh: [] })
  const byPosition = new Map(statuses.map((one) => [one.position, one.status]))
  return (await itemsOf(tx.db, run)).map(({ position, item }) => ({
    position,
    item,
    status: byPosition.get(position) ?? 'new',
  }))
}
