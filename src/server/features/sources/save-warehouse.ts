import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type {
  SaveSourceInput,
  Source,
  SourceChecked,
  SourceConnection,
} from '../../../shared/features/sources/schemas/source.ts'
import { limits } from '../../../shared/limits.ts'
import { nameOf } from '../../platform/kernel/actor.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { type EnvironmentCtx, inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { nextSave, requireSeenSave } from '../../platform/kernel/seen-version.ts'
import { getWarehouse, listWarehouses, requireEditableWarehouse } from './list-warehouses.ts'
import { sourcePurpose, type WarehouseCtx, warehouseAccessOf, withWarehouse } from './open-warehouse.ts'
import {
  archiveWarehouseQueries,
  insertWarehouse,
  lockWarehouses,
  updateWarehouse,
  type WarehouseRow,
  warehousesOf,
} from './queries.ts'

/**
 * Saves a database as a source, replacing the one with this key, after connecting and checking that its role is
 * read-only. If the connection changes, the password must be given again, because it was meant for the earlier
 * connection.
 * Throws `source/edited` if the version isn't the current one.
 */
export async function saveWarehouse(
  ctx: EnvironmentCtx & WarehouseCtx,
  input: z.output<typeof SaveSourceInput>,
): Promise<Source> {
  const { key, kind, host, port, database, user, tls, budget } = input
  const connection = { host, port, database, user, tls }
  const known = (await warehousesOf(ctx.db, ctx.project)).find((row) => row.key === key)
  const password =
    input.password ?? (known && isSame(known, kind, connection) ? warehouseAccessOf(ctx, known).password : null)
  if (password === null) {
    const problem = known ? 'the connection changed' : 'it is missing'
    const problems = [{ path: 'password', problem, expected: 'the password of this role at this address' }]
    throw new FanionError('request/invalid', { problems }, 'Enter the password: it only goes where it was given for.')
  }
  await withWarehouse(ctx, { kind, connection, password }, () => Promise.resolve())
  await inTransaction(ctx, async (tx) => {
    const there = await lockWarehouses(tx.db, tx.project)
    const was = there.find((row) => row.key.toLowerCase() === key.toLowerCase())
    requireSeenSave(key, was, input.version)
    if (!was && there.length >= limits.sourcesPerProject) {
      const value = limits.sourcesPerProject
      const sentence = `${tx.project.name} has ${value} sources, and can’t have more.`
      throw new FanionError('limit/reached', { limit: 'sourcesPerProject', value }, sentence)
    }
    if (was && was.environmentId !== tx.environment.id) {
      const sentence = `${key} gives events of ${was.environment}. Archive it, or choose another key.`
      throw new FanionError('source/key-taken', { source: key, environment: was.environment }, sentence)
    }
    const row = {
      ...{ kind, connection: JSON.stringify(connection), budget: JSON.stringify(budget) },
      sealed: ctx.vault.seal(password, sourcePurpose(key)),
      ...{ savedBy: nameOf(tx.actor), savedAt: nextSave(was, tx.now()) },
    }
    if (was) await updateWarehouse(tx.db, was.id, row)
    else
      await insertWarehouse(tx.db, {
        ...row,
        ...{ projectId: tx.project.id, environmentId: tx.environment.id, key, archivedAt: null },
      })
    await audit(tx, {
      action: 'source.save',
      subject: `${tx.project.key}/${key}`,
      projectId: tx.project.id,
      ...(was && { before: { kind: was.kind, ...was.connection, budget: was.budget } }),
      after: { environment: tx.environment.key, kind, ...connection, budget },
    })
  })
  return getWarehouse(ctx, { source: key })
}

const isSame = (row: WarehouseRow, kind: WarehouseRow['kind'], connection: SourceConnection): boolean =>
  row.kind === kind &&
  // Safe cast: the keys of a connection.
  (Object.keys(connection) as (keyof SourceConnection)[]).every((name) => row.connection[name] === connection[name])

/** Connects to a source and checks the privileges of its role. */
export async function checkWarehouse(
  ctx: ProjectCtx & WarehouseCtx,
  { source }: { source: string },
): Promise<SourceChecked> {
  const row = await requireEditableWarehouse(ctx, source)
  const from = ctx.now().getTime()
  await withWarehouse(ctx, warehouseAccessOf(ctx, row), () => Promise.resolve())
  return { ms: Math.max(0, ctx.now().getTime() - from) }
}

/** Stops reading a source. Its data stays for the retention period; its password is deleted. */
export async function archiveWarehouse(ctx: ProjectCtx, { source }: { source: string }): Promise<Source[]> {
  await inTransaction(ctx, async (tx) => {
    await lockWarehouses(tx.db, tx.project)
    const row = await requireEditableWarehouse(tx, source)
    const now = tx.now()
    await archiveWarehouseQueries(tx.db, row.id, now)
    // frees the key for another source
    await updateWarehouse(tx.db, row.id, { archivedAt: now, sealed: '', key: `${row.key} (${row.id})` })
    const subject = `${tx.project.key}/${source}`
    await audit(tx, { action: 'source.archive', subject, projectId: tx.project.id, before: { kind: row.kind } })
  })
  return listWarehouses(ctx)
}
