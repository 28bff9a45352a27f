import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Reporter } from 'vitest/node'

/**
 * Gives a run its own temporary folder. After everything has ended, no files of ours may be left in it: leftovers are
 * reported with their content and removed. Caches of libraries are ignored.
 */
export default class LeftoverReporter implements Reporter {
  onInit() {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'fanion-run-'))
    // PostgreSQL runs as another user.
    chmodSync(folder, 0o755)
    process.env['TMPDIR'] = folder
    // Runs after the run's clusters have ended, which is after the run itself.
    process.on('exit', () => {
      const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      const left = leftIn(folder).map(
        (name) => `${name} (${someOf(all.filter((one) => one.startsWith(path.join(name, '/'))))})`,
      )
      rmSync(folder, { recursive: true, force: true })
      if (left.length === 0) return
      process.stdout.write(`\nleft in the folder for what is temporary (tests/support/folder.ts): ${left.join(', ')}\n`)
    })
  }
}

/** The first few names, and the number of others. */
const someOf = (names: readonly string[]): string =>
  names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`

/** Our leftovers in a folder. */
export const leftIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith('fanion'))
