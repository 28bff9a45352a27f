/** The header by which a read names the revision that its answer must contain; its value is the revision's number. */
export const revisionHeaderName = 'if-fanion-revision'

/** The headers that make a read wait for a revision: the `number` that a publish returned. */
export const atRevision = (revision: number): Readonly<Record<string, string>> => ({
  [revisionHeaderName]: String(revision),
})
