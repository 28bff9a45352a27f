/** Thrown if an extended document tests something that the analysis does not decide. */
export const extendedDocument: Error = new RangeError('the document asks what is not decided')

/** Thrown if a set of contexts is known, but no condition can describe it. */
export const unsayable: Error = new RangeError('no condition says this')
