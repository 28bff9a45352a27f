import { readFileSync } from 'node:fs'
import { readDatafile } from '../../../shared/datafile/datafile-text.ts'
import { describe } from '../core/describe.ts'
import type { Bootstrap } from '../core/options.ts'

/** Reads a datafile or a `cacheFile`. Throws a `TypeError` that explains why it cannot be read. */
export const readOffline = (path: string): Bootstrap => {
  try {
    const json: unknown = readDatafile(readFileSync(path, 'utf8'))
    const inner: unknown = typeof json === 'object' && json !== null && 'datafile' in json ? json.datafile : json
    // Callers validate it.
    return inner as Bootstrap
  } catch (cause) {
    throw new TypeError(`createFanion: offline: ${path} cannot be read: ${describe(cause)}`, { cause })
  }
}
