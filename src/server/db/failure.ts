/** Whether an error means that the database is away or going away, so that the same call may succeed later. */
export const isUnavailable = (error: unknown): boolean => {
  const code = codeOf(error)
  if (code !== undefined && (/^(08|57P0|53)/.test(code) || networkCodes.has(code))) return true
  return isLostConnection(error)
}

/** The unique constraint an insert ran into, or undefined. */
export const uniqueViolation = (error: unknown): string | undefined => {
  if (codeOf(error) !== '23505') return undefined
  return property(error, 'constraint')
}

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'])

// pg gives these no code
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
