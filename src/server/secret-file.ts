import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Reads a secret from a file, which is created with random bytes in base64url if it does not exist. A full disk leaves
 * no empty file. Throws the file system's errors.
 */
export function secretFile(file: string, bytes: number): string {
  if (!existsSync(file)) {
    try {
      writeFileSync(file, `${randomBytes(bytes).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // Another process may have created it first. Its file must not be removed.
      const isTheirs = error instanceof Error && 'code' in error && error.code === 'EEXIST'
      if (!isTheirs) rmSync(file, { force: true })
      if (!isTheirs) throw error
    }
  }
  return readFileSync(file, 'utf8').trim()
}
