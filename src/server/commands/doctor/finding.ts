/** What one look found: `fine`; `note`, worth knowing; `wrong`, to be mended; `unseen`, where it could not be looked at. */
export type Finding = {
  readonly about: string
  readonly state: 'fine' | 'note' | 'wrong' | 'unseen'
  /** What is so, in one sentence. */
  readonly says: string
  /** What to do about it. */
  readonly cure?: string
}

export const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${messageOf(error.cause)}` : error.message
}
