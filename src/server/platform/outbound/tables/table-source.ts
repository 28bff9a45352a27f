import type { Allowance } from '../allowance.ts'

/** Where a database is, and as whom it is asked. */
export type Connection = {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
  /** `verify`: encrypted, and its certificate is of this host; `encrypt`: encrypted, whoever answers; `off`: in clear. */
  readonly tls: 'verify' | 'encrypt' | 'off'
  readonly allowPrivate: Allowance
}

/** Why a database did not do what it was asked, in words. */
export class TableError extends Error {
  override readonly name = 'TableError'
  /** `unreachable`: nobody answered, or not as this user; `query`: it refused the query, or that took too long or too much. */
  readonly reason: 'unreachable' | 'query'
  constructor(reason: 'unreachable' | 'query', message: string, options?: ErrorOptions) {
    super(message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message, options)
    this.reason = reason
  }
}

/** A database may answer with an error of any length. */
const longestMessage = 1_000

/** Limits of an answer about the database itself: a role's rights, an estimate, the types of columns. */
export const answerLimits = { bytes: 8 * 2 ** 20, rows: 10_000 } as const

/** The error for an answer that the database named would never send. */
export const unexpectedAnswer = (name: string) => new TableError('unreachable', `It doesn’t answer as ${name} does.`)

/** The words of an error: of the network or the driver as they are, of a fault in reading an answer never. */
export function asUnreachable(error: Error, name: string): TableError {
  const isFault = error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError
  if (isFault || error.name === 'ZodError')
    return new TableError('unreachable', unexpectedAnswer(name).message, { cause: error })
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return new TableError('unreachable', error.message || code, { cause: error })
}

export const answeredTooMuch = () =>
  new TableError('unreachable', `It answered with more than ${answerLimits.bytes / 2 ** 20} MiB.`)

/** A column, by what its values are. `type`: as the database calls it. */
export type Column = {
  readonly name: string
  readonly type: string
  readonly kind: 'time' | 'number' | 'boolean' | 'text' | 'other'
}
/** Values as text, in the order of the columns; times are milliseconds since 1970, or empty where they are none. */
export type Row = readonly (string | null)[]
export type Rows = { readonly columns: readonly Column[]; readonly rows: readonly Row[] }

/** From an instant to before another. */
export type Span = { readonly from: Date; readonly to: Date }

export type ReadLimits = {
  readonly rows: number
  readonly ms: number
  /** So many rows are held at a time, of so many bytes at most: what is wider is refused. */
  readonly atOnce: number
  readonly bytesAtOnce: number
}

/** An open connection to a database, which is only read. Everything rejects with a TableError or a QueryError. */
export type TableSource = {
  /** What its role may write, each as a sentence would end (“insert into public.orders”), at most so many; nothing where it only reads. */
  readonly mayWrite: (atMost: number) => Promise<string[]>
  /** The first rows of a query. */
  readonly first: (query: string, span: Span, most: Pick<ReadLimits, 'atOnce' | 'bytesAtOnce'>) => Promise<Rows>
  /** What the database expects of a query; null where it doesn’t tell. */
  readonly estimate: (
    query: string,
    span: Span,
  ) => Promise<{ readonly rows: number; readonly cost: number | null } | null>
  /** All rows of a query as they are at one moment, some at a time. */
  readonly read: (query: string, span: Span, limits: ReadLimits) => AsyncGenerator<Rows>
  /** What came over the wire so far. */
  readonly bytes: () => number
  readonly close: () => Promise<void>
}

export const tooLong = (ms: number) => new TableError('query', `It took longer than ${Math.round(ms / 1_000)} seconds.`)
export const tooMany = (most: number) =>
  new TableError(
    'query',
    `There are more than ${most.toLocaleString('en')} rows in one slice. Read more often, or fewer rows.`,
  )

export const tooWide = (most: number) =>
  new TableError(
    'query',
    `Its rows are too wide: ${Math.round(most / 2 ** 20).toLocaleString('en')} MiB came before as many as are read at once. Leave out what no event needs.`,
  )
