import { createHash } from 'node:crypto'
import type { Tx } from '../../../platform/db/pool.ts'
import type { Ctx } from '../../../platform/kernel/ctx.ts'
import { base32 } from './one-time-code.ts'
import { putRecoveryCodes } from './queries.ts'

const howMany = 10

/** What the database keeps of a recovery code; case and dashes do not matter. A code is 80 random bits. */
export const recoveryHash = (code: string): Buffer =>
  createHash('sha256').update(code.toLowerCase().replaceAll(/[\s-]/g, '')).digest()

/** Gives a person ten new recovery codes in place of the old ones; this is the only copy. */
export async function newRecoveryCodes(ctx: Ctx & { readonly db: Tx }, personId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, () => {
    const text = base32(Buffer.from(ctx.newSecret(10), 'base64url')).toLowerCase()
    return text.replaceAll(/(.{4})(?=.)/g, '$1-')
  })
  await putRecoveryCodes(ctx.db, personId, codes.map(recoveryHash))
  return codes
}
