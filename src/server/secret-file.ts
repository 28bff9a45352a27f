import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/**
 * The secret in a file: so many random bytes in base64url, made where there is none yet. Where the disk is full none is left that is
 * empty. Throws what the file system says.
 */
export function secretFile(file: string, bytes: number): string {
  if (!existsSync(file)) {
    try {
      writeFileSync(file, `${randomBytes(bytes).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // another process may have been faster: that one's is not ours to remove
      const isTheirs = error instanceof Error && 'code' in error && error.code === 'EEXIST'
      if (!isTheirs) rmSync(file, { force: true })
      if (!isTheirs) throw error
    }
  }
  return readFileSync(file, 'utf8').trim()
}
