/** The database's URL with its credentials. A password in a file can change while the server runs. */
export type DatabaseAddress = {
  readonly url: () => string
  /** Reads the settings again after a rejected sign-in. Returns whether the address changed. */
  readonly refresh: () => boolean
}

/** Wraps a fixed URL as an address. */
export const addressOf = (given: string | DatabaseAddress): DatabaseAddress =>
  typeof given === 'string' ? { url: () => given, refresh: () => false } : given
