import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { SourceConnection } from '../../../shared/features/sources/schemas/source.ts'
import { limits } from '../../../shared/limits.ts'
import type { Ctx, SecretCtx } from '../../platform/kernel/ctx.ts'
import type { PrivateAddressAllowance } from '../../platform/outbound/allowance.ts'
import { QueryError } from '../../platform/outbound/tables/placeholders.ts'
import { openPostgresql } from '../../platform/outbound/tables/postgresql.ts'
import { TableError, type TableSource } from '../../platform/outbound/tables/table-source.ts'
import type { WarehouseRow } from './queries.ts'

/** Encryption purpose of a source's password. */
export const sourcePurpose = (key: string): string => `password of the source ${key}`

/** A context that can query other databases. */
export type WarehouseCtx = Ctx & SecretCtx & { readonly allowPrivateAddresses: PrivateAddressAllowance }

export type WarehouseAccess = {
  readonly kind: WarehouseRow['kind']
  readonly connection: SourceConnection
  readonly password: string
}

/** The connection details of an existing source. */
export const warehouseAccessOf = (
  { vault }: SecretCtx,
  { key, kind, connection, sealed }: WarehouseRow,
): WarehouseAccess => ({
  kind,
  connection,
  password: vault.open(sealed, sourcePurpose(key)),
})

/** Maximum number of write privileges listed in the error. */
const maxRightsListed = 5

/** Opens a connection and checks that its role is still read-only. Otherwise throws `source/may-write`. */
async function openWarehouse({ allowPrivateAddresses }: WarehouseCtx, asked: WarehouseAccess): Promise<TableSource> {
  const { kind, connection, password } = asked
  // database clients are loaded on first use
  const open =
    kind === 'postgresql'
      ? openPostgresql
      : (await import('../../platform/outbound/tables/clickhouse.ts')).openClickhouse
  const source = await open({ ...connection, password, allowPrivate: allowPrivateAddresses }, limits.sourceAnswerMs)
  try {
    const rights = await source.mayWrite(maxRightsListed)
    if (rights.length > 0) throw mayWriteError(asked, rights)
    return source
  } catch (error) {
    await source.close()
    throw error
  }
}

/** Holds one connection at a time, reused while the same source is read. */
export class WarehouseReader {
  readonly #ctx: WarehouseCtx
  #open: { readonly id: string; readonly tables: TableSource } | undefined

  constructor(ctx: WarehouseCtx) {
    this.#ctx = ctx
  }

  async to(source: WarehouseRow): Promise<TableSource> {
    const id = `${source.id} ${source.savedAt.getTime()}`
    if (this.#open?.id === id) return this.#open.tables
    await this.close()
    const tables = await openWarehouse(this.#ctx, warehouseAccessOf(this.#ctx, source))
    this.#open = { id, tables }
    return tables
  }

  async close(): Promise<void> {
    const open = this.#open
    this.#open = undefined
    await open?.tables.close()
  }
}

/** Runs `act` with a connection. Throws `source/unreachable`, `source/may-write` or `source/query`. */
export async function withWarehouse<T>(
  ctx: WarehouseCtx,
  asked: WarehouseAccess,
  act: (source: TableSource) => Promise<T>,
): Promise<T> {
  try {
    const source = await openWarehouse(ctx, asked)
    try {
      return await act(source)
    } finally {
      await source.close()
    }
  } catch (error) {
    throw toWarehouseError(error)
  }
}

/** Converts an error of another database to a `FanionError` with its message. */
export const toWarehouseError = (error: unknown): unknown => {
  if (error instanceof QueryError) return queryError(error.message)
  if (!(error instanceof TableError)) return error
  if (error.reason === 'query') return queryError(error.message)
  const problems = [{ path: 'host', problem: error.message, expected: 'a database that answers' }]
  return new FanionError('source/unreachable', { problems }, `The database can’t be reached: ${error.message}`)
}

export const queryError = (problem: string): FanionError =>
  new FanionError(
    'source/query',
    { problems: [{ path: 'query', problem, expected: 'select … where at >= {{from}} and at < {{to}}' }] },
    `The query can’t be read as a fact: ${problem}`,
  )

const mayWriteError = ({ kind, connection }: WarehouseAccess, rights: readonly string[]): FanionError => {
  const statements = readerStatements(kind, connection.database)
  return new FanionError(
    'source/may-write',
    {
      rights,
      statements,
      problems: [{ path: 'user', problem: `it may ${rights[0]}`, expected: 'a role that only reads' }],
    },
    `${connection.user} may ${rights.join(', and ')}. Make a role that only reads:\n${statements.join('\n')}`,
  )
}

/** SQL that creates a read-only role. */
const readerStatements = (kind: WarehouseRow['kind'], database: string): readonly string[] =>
  kind === 'postgresql'
    ? [
        `create role fanion_reader login password '…';`,
        'grant usage on schema public to fanion_reader;',
        'grant select on all tables in schema public to fanion_reader;',
      ]
    : [
        `create user fanion_reader identified by '…';`,
        'create settings profile fanion_reader settings readonly = 2 to fanion_reader;',
        `grant select on ${database}.* to fanion_reader;`,
      ]
