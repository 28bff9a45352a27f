import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { SourceConnection } from '../../../shared/features/sources/schemas/source.ts'
import { limits } from '../../../shared/limits.ts'
import type { Ctx, SecretCtx } from '../../platform/kernel/ctx.ts'
import type { Allowance } from '../../platform/outbound/allowance.ts'
import { QueryError } from '../../platform/outbound/tables/placeholders.ts'
import { openPostgresql } from '../../platform/outbound/tables/postgresql.ts'
import { TableError, type TableSource } from '../../platform/outbound/tables/table-source.ts'
import type { SourceRow } from './queries.ts'

/** What a source's password is sealed for. */
export const sourcePurpose = (key: string): string => `password of the source ${key}`

/** A context that may ask other databases. */
export type TablesCtx = Ctx & SecretCtx & { readonly allowPrivateAddresses: Allowance }

export type Asked = {
  readonly kind: SourceRow['kind']
  readonly connection: SourceConnection
  readonly password: string
}

/** What is asked of a source that is there already. */
export const askedOf = ({ vault }: SecretCtx, { key, kind, connection, sealed }: SourceRow): Asked => ({
  kind,
  connection,
  password: vault.open(sealed, sourcePurpose(key)),
})

/** So many rights of a role that writes are told. */
const rightsTold = 5

/** Opens a connection whose role only reads, whatever it was when it was saved; any other refuses with `source/may-write`. */
async function openReader({ allowPrivateAddresses }: TablesCtx, asked: Asked): Promise<TableSource> {
  const { kind, connection, password } = asked
  // its client is loaded only where it is wanted
  const open =
    kind === 'postgresql'
      ? openPostgresql
      : (await import('../../platform/outbound/tables/clickhouse.ts')).openClickhouse
  const source = await open({ ...connection, password, allowPrivate: allowPrivateAddresses }, limits.sourceAnswerMs)
  try {
    const rights = await source.mayWrite(rightsTold)
    if (rights.length > 0) throw mayWriteError(asked, rights)
    return source
  } catch (error) {
    await source.close()
    throw error
  }
}

/** One such connection at a time, which is kept for what is read next of the same source. */
export class Reader {
  readonly #ctx: TablesCtx
  #open: { readonly id: string; readonly tables: TableSource } | undefined

  constructor(ctx: TablesCtx) {
    this.#ctx = ctx
  }

  async to(source: SourceRow): Promise<TableSource> {
    const id = `${source.id} ${source.savedAt.getTime()}`
    if (this.#open?.id === id) return this.#open.tables
    await this.close()
    const tables = await openReader(this.#ctx, askedOf(this.#ctx, source))
    this.#open = { id, tables }
    return tables
  }

  async close(): Promise<void> {
    const open = this.#open
    this.#open = undefined
    await open?.tables.close()
  }
}

/** Does something over such a connection; what goes wrong there is `source/unreachable`, `source/may-write` or `source/query`. */
export async function asking<T>(ctx: TablesCtx, asked: Asked, act: (source: TableSource) => Promise<T>): Promise<T> {
  try {
    const source = await openReader(ctx, asked)
    try {
      return await act(source)
    } finally {
      await source.close()
    }
  } catch (error) {
    throw asRefusal(error)
  }
}

/** A refusal of what another database said, in its words. */
export const asRefusal = (error: unknown): unknown => {
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

const mayWriteError = ({ kind, connection }: Asked, rights: readonly string[]): FanionError => {
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

/** The three statements that make a role which only reads. */
const readerStatements = (kind: SourceRow['kind'], database: string): readonly string[] =>
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
