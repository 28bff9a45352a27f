/** Thrown where a document of another system asks what the analysis does not decide. */
export const extendedDocument: Error = new RangeError('the document asks what is not decided')

/** Thrown where a set of contexts is known that the language of rules cannot say. */
export const unsayable: Error = new RangeError('no condition says this')
