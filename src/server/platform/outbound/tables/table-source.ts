import type { PrivateAddressAllowance } from '../allowance.ts'

/** The address of a warehouse, with credentials. */
export type Connection = {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
  /** `verify`: TLS with a valid certificate for this host. `encrypt`: TLS without verification. `off`: no TLS. */
  readonly tls: 'verify' | 'encrypt' | 'off'
  readonly allowPrivate: PrivateAddressAllowance
}

/** An error from a warehouse, in words for users. */
export class TableError extends Error {
  override readonly name = 'TableError'
  /**
   * `unreachable`: no connection, or not as this user. `query`: the query failed, took too long, or returned too much.
   */
  readonly reason: 'unreachable' | 'query'
  constructor(reason: 'unreachable' | 'query', message: string, options?: ErrorOptions) {
    super(message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message, options)
    this.reason = reason
  }
}

/** Database errors can have any length. */
const longestMessage = 1_000

/** Limits of a response about the database itself: privileges, an estimate, column types. */
export const answerLimits = { bytes: 8 * 2 ** 20, rows: 10_000 } as const

/** The error for a response that the named database would never send. */
export const unexpectedAnswer = (name: string) => new TableError('unreachable', `It doesn’t answer as ${name} does.`)

/** Converts an error: messages of the network and the driver are kept, those of parsing faults are replaced. */
export function asUnreachable(error: Error, name: string): TableError {
  const isFault = error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError
  if (isFault || error.name === 'ZodError')
    return new TableError('unreachable', unexpectedAnswer(name).message, { cause: error })
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return new TableError('unreachable', error.message || code, { cause: error })
}

export const responseTooLargeError = () =>
  new TableError('unreachable', `It answered with more than ${answerLimits.bytes / 2 ** 20} MiB.`)

/** A column with the kind of its values. `type` is the database's name of its type. */
export type Column = {
  readonly name: string
  readonly type: string
  readonly kind: 'time' | 'number' | 'boolean' | 'text' | 'other'
}
/** Values as text, in column order. Times are milliseconds since 1970-01-01, or empty if they are not finite. */
export type Row = readonly (string | null)[]
export type Rows = { readonly columns: readonly Column[]; readonly rows: readonly Row[] }

/** A half-open period. */
export type Span = { readonly from: Date; readonly to: Date }

export type ReadLimits = {
  readonly rows: number
  readonly ms: number
  /** Maximum rows, and bytes, to hold in memory at a time. Wider rows are rejected. */
  readonly atOnce: number
  readonly bytesAtOnce: number
}

/** An open, read-only connection to a warehouse. All methods reject with a TableError or a QueryError. */
export type TableSource = {
  /**
   * Returns what the role may write, as at most `atMost` phrases (“insert into public.orders”). Empty if it can only
   * read.
   */
  readonly mayWrite: (atMost: number) => Promise<string[]>
  /** Returns the first rows of a query. */
  readonly first: (query: string, span: Span, most: Pick<ReadLimits, 'atOnce' | 'bytesAtOnce'>) => Promise<Rows>
  /** Returns the database's estimate for a query, or null if it has none. */
  readonly estimate: (
    query: string,
    span: Span,
  ) => Promise<{ readonly rows: number; readonly cost: number | null } | null>
  /** Yields all rows of a query from one snapshot, in portions. */
  readonly read: (query: string, span: Span, limits: ReadLimits) => AsyncGenerator<Rows>
  /** Total bytes received. */
  readonly bytes: () => number
  readonly close: () => Promise<void>
}

export const queryTimeoutError = (ms: number) =>
  new TableError('query', `It took longer than ${Math.round(ms / 1_000)} seconds.`)
export const tooManyRowsError = (most: number) =>
  new TableError(
    'query',
    `There are more than ${most.toLocaleString('en')} rows in one slice. Read more often, or fewer rows.`,
  )

export const rowsTooWideError = (most: number) =>
  new TableError(
    'query',
    `Its rows are too wide: ${Math.round(most / 2 ** 20).toLocaleString('en')} MiB came before as many as are read at once. Leave out what no event needs.`,
  )
