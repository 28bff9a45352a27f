import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../../platform/kernel/ctx.ts'
import { readCheckedFile, writeCheckedFile } from '../../platform/snapshot-cache/checked-file.ts'
import type { KnownKey } from './relay-keys.ts'

const format = 1

/** A key as stored on disk: its hash, never its text, and the wall-clock time of its last confirmation. */
type StoredRelayKey = Omit<KnownKey, 'confirmedMs'> & { readonly confirmedAt: string }

/** Maximum expected clock difference. */
const skewMs = 60_000

/** Stores the keys that a relay accepts if it starts while its upstream is down. */
export class StoredRelayKeys {
  readonly #file: string
  readonly #log: Log
  readonly #now: () => Date

  constructor(folder: string, now: () => Date, log: Log) {
    this.#file = path.join(folder, 'keys.json')
    this.#now = now
    this.#log = log
  }

  /** Reads the stored keys with their current age. Skips keys confirmed in the future: the clock was set back. */
  async read(): Promise<KnownKey[]> {
    if (!existsSync(this.#file)) return []
    try {
      const { head, body } = await readCheckedFile(this.#file)
      if (head['format'] !== format) throw new Error(`it is of format ${String(head['format'])}`)
      // Safe cast: the hash shows that this program wrote it.
      const keys = JSON.parse(body) as StoredRelayKey[]
      return keys.flatMap(({ confirmedAt, ...key }) => {
        const ageMs = this.#now().getTime() - Date.parse(confirmedAt)
        return ageMs > -skewMs ? [{ ...key, confirmedMs: performance.now() - Math.max(0, ageMs) }] : []
      })
    } catch (error) {
      this.#log.error({ file: this.#file, error: String(error) }, 'the kept keys cannot be used and are ignored')
      return []
    }
  }

  async write(keys: readonly KnownKey[]): Promise<void> {
    await fs.mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 })
    const kept: StoredRelayKey[] = keys.map(({ confirmedMs, ...key }) => ({
      ...key,
      confirmedAt: new Date(this.#now().getTime() - (performance.now() - confirmedMs)).toISOString(),
    }))
    await writeCheckedFile(this.#file, { format }, JSON.stringify(kept))
  }
}
