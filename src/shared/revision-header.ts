/** The request header with the minimum revision that a response must contain. */
export const revisionHeaderName = 'if-fanion-revision'

/** Headers that make a read wait for a revision: the `number` that a publish returned. */
export const atRevision = (revision: number): Readonly<Record<string, string>> => ({
  [revisionHeaderName]: String(revision),
})
