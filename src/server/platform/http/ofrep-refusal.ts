/** Prefix of the paths handled here. */
export const ofrepPrefix = '/ofrep/'

/** An error in OFREP's format. */
export const ofrepRefusal = (status: number, errorDetails: string, key?: string) => ({
  ...(key === undefined ? {} : { key }),
  errorCode: status === 400 ? 'INVALID_CONTEXT' : 'GENERAL',
  errorDetails,
})
