/** Returns an error's message. `fetch` hides the reason of a failed connection in the `cause` of its error. */
export const describe = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  if (cause.cause !== undefined) return describe(cause.cause)
  return cause.message || ('code' in cause ? String(cause.code) : cause.name)
}
