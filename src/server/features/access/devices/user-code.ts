import { userCodeLetters } from '../../../../shared/features/access/schemas/device.ts'
import type { Ctx } from '../../../platform/kernel/ctx.ts'

const length = 8
// Bytes beyond the last full multiple of the alphabet are dropped, so that all letters are equally likely.
const fair = 256 - (256 % userCodeLetters.length)

/** A new user code: eight letters, 34 random bits. Its ten-minute life and the attempt limits make it unguessable. */
export function newUserCode(ctx: Ctx): string {
  const bytes = [...Buffer.from(ctx.newSecret(64), 'base64url')].filter((byte) => byte < fair)
  const letters = bytes.slice(0, length).map((byte) => userCodeLetters[byte % userCodeLetters.length])
  // 64 bytes are enough: about four are dropped, and 57 drops will not happen in practice
  return letters.join('')
}

/** Formats a user code for display: `WDJB-MJHT`. */
export const formatUserCode = (userCode: string): string => `${userCode.slice(0, 4)}-${userCode.slice(4)}`
