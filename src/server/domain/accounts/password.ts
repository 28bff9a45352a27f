import { hash, verify } from '@node-rs/argon2'

/** Argon2id with the library's defaults (19 MiB, 2 passes), salted; the text form carries its parameters. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'))

/**
 * Whether the password is right. Does the same work where there is no such account or it has no password, so that
 * the time of an answer does not tell who exists.
 */
export async function passwordMatches(password: string, stored: string | null | undefined): Promise<boolean> {
  standIn ??= await hashPassword('nobody has this one')
  const matches = await verify(stored ?? standIn, password.normalize('NFKC'))
  return matches && typeof stored === 'string'
}

let standIn: string | undefined
