/** The result of a check: `fine`; `note`, worth knowing; `wrong`, needs a fix; `unseen`, could not be checked. */
export type Finding = {
  readonly about: string
  readonly state: 'fine' | 'note' | 'wrong' | 'unseen'
  /** The finding in one sentence. */
  readonly says: string
  /** How to fix it. */
  readonly cure?: string
}

export const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${messageOf(error.cause)}` : error.message
}
