/** Where the database is, and as whom to sign in. The password of a file can change while the server runs. */
export type DatabaseAddress = {
  readonly url: () => string
  /** Reads the settings again after a sign-in was refused; returns whether the address is another one now. */
  readonly refresh: () => boolean
}

/** An address that stays, or one that is read. */
export const addressOf = (given: string | DatabaseAddress): DatabaseAddress =>
  typeof given === 'string' ? { url: () => given, refresh: () => false } : given
