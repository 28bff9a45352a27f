/**
 * Whether an error means that the database is down, shutting down or full, or that a lock wait timed out, so that a
 * retry may succeed.
 */
export const isUnavailable = (error: unknown): boolean => {
  const code = codeOf(error)
  if (code !== undefined && (/^(08|57P0|53)/.test(code) || networkCodes.has(code) || tooLong.has(code))) return true
  return isLostConnection(error)
}

/** Whether the database or the network to it is down: every query would fail. */
export const isDatabaseAway = (error: unknown): boolean => {
  const code = codeOf(error)
  if (code !== undefined && (/^(08|28|57P0|53300)/.test(code) || networkCodes.has(code))) return true
  return isLostConnection(error)
}

/** Whether the database rejected the sign-in: wrong user, password or certificate. */
export const isSignInRefused = (error: unknown): boolean => codeOf(error)?.startsWith('28') ?? false

export const isDatabaseFull = (error: unknown): boolean => codeOf(error) === '53100'

/** Whether a lock or statement timeout occurred because another transaction held a lock. */
export const isLockTimeout = (error: unknown): boolean => ['40P01', '55P03', '57014'].includes(codeOf(error) ?? '')

/** Whether waiting for a lock timed out or deadlocked. */
export const isLocked = (error: unknown): boolean => ['40P01', '55P03'].includes(codeOf(error) ?? '')

/** Whether this database or its user is read-only. */
export const isReadOnly = (error: unknown): boolean => ['25006', '42501'].includes(codeOf(error) ?? '')

/** Returns the unique constraint that an insert violated, or undefined. */
export const uniqueViolation = (error: unknown): string | undefined => {
  if (codeOf(error) !== '23505') return undefined
  return property(error, 'constraint')
}

/** SQLSTATEs of timeouts and temporary states. */
const tooLong = new Set([
  '25P03', // idle_in_transaction_session_timeout
  '25P04', // transaction_timeout
  '25006', // read_only_sql_transaction: a standby that is about to be promoted
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available: lock_timeout
  '57014', // query_canceled: statement_timeout
  '58030', // io_error
])

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'])

// pg gives these errors no code.
const isLostConnection = (error: unknown): boolean =>
  error instanceof Error &&
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Cannot use a pool after/.test(
    error.message,
  )

const codeOf = (error: unknown): string | undefined => {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return property(error, 'code')
}

const property = (value: unknown, name: string): string | undefined => {
  if (typeof value !== 'object' || value === null || !(name in value)) return undefined
  const found = Reflect.get(value, name)
  return typeof found === 'string' ? found : undefined
}
