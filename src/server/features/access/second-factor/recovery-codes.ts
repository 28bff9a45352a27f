import { createHash } from 'node:crypto'
import type { Tx } from '../../../platform/db/pool.ts'
import type { Ctx } from '../../../platform/kernel/ctx.ts'
import { base32 } from './one-time-code.ts'
import { replaceRecoveryCodes } from './queries.ts'

const howMany = 10

/** The hash stored for a recovery code, ignoring case and dashes. A code is 80 random bits. */
export const recoveryHash = (code: string): Buffer =>
  createHash('sha256').update(code.toLowerCase().replaceAll(/[\s-]/g, '')).digest()

/** Replaces a person's recovery codes with ten new ones. They are returned only here. */
export async function newRecoveryCodes(ctx: Ctx & { readonly db: Tx }, personId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, () => {
    const text = base32(Buffer.from(ctx.newSecret(10), 'base64url')).toLowerCase()
    return text.replaceAll(/(.{4})(?=.)/g, '$1-')
  })
  await replaceRecoveryCodes(ctx.db, personId, codes.map(recoveryHash))
  return codes
}
