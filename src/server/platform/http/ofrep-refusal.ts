/** What begins like this is answered here. */
export const ofrepPrefix = '/ofrep/'

/** A refusal in OFREP's shape. */
export const ofrepRefusal = (status: number, errorDetails: string, key?: string) => ({
  ...(key === undefined ? {} : { key }),
  errorCode: status === 400 ? 'INVALID_CONTEXT' : 'GENERAL',
  errorDetails,
})
