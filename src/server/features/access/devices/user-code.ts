import { userCodeLetters } from '../../../../shared/features/access/schemas/device.ts'
import type { Ctx } from '../../../platform/kernel/ctx.ts'

const length = 8
// every letter equally often: bytes beyond the last whole round of the alphabet are not used
const fair = 256 - (256 % userCodeLetters.length)

/** A fresh user code: eight letters, 34 random bits, which ten minutes and the limits of attempts do not let anybody guess. */
export function newUserCode(ctx: Ctx): string {
  const bytes = [...Buffer.from(ctx.newSecret(64), 'base64url')].filter((byte) => byte < fair)
  const letters = bytes.slice(0, length).map((byte) => userCodeLetters[byte % userCodeLetters.length])
  // of 64 bytes, four are beyond the last round: that 57 are does not happen
  return letters.join('')
}

/** A user code as people read it: `WDJB-MJHT`. */
export const spelled = (userCode: string): string => `${userCode.slice(0, 4)}-${userCode.slice(4)}`
