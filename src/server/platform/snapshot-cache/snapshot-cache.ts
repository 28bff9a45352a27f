import { existsSync, readdirSync, statSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { digestOf } from '../../../shared/datafile/digest.ts'
import { limits } from '../../../shared/limits.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import type { Log } from '../kernel/ctx.ts'
import { readCheckedFile, writeCheckedFile } from './checked-file.ts'

/** An SDK key as it is stored: its hash, never its text. */
export type CachedSdkKey = {
  readonly hash: string
  readonly keyId: string
  readonly kind: 'server' | 'client'
  readonly allowedOrigins: readonly string[]
  readonly project: string
  readonly environment: string
  readonly environmentId: string
  readonly expiresAt: string | null
}

const format = 1
const keysFile = 'keys.json'

/**
 * The last state of every environment and its keys, in the data folder. Used by a server that starts, or gets the first
 * request for an environment, while the database is down. Damaged files are ignored and logged.
 */
export class SnapshotCache {
  readonly #folder: string
  readonly #log: Log
  #keys:
    | {
        readonly changed: number
        readonly byHash: ReadonlyMap<string, CachedSdkKey>
        readonly byId: ReadonlyMap<string, CachedSdkKey>
      }
    | undefined

  constructor(dataDir: string, log: Log) {
    this.#folder = path.join(dataDir, 'kept')
    this.#log = log
  }

  /** Whether a snapshot exists to serve while the database is down. */
  get any(): boolean {
    return existsSync(path.join(this.#folder, keysFile)) && this.environments().size > 0
  }

  /** The stored environments with their revisions. */
  environments(): Map<string, number> {
    const found = new Map<string, number>()
    if (!existsSync(this.#folder)) return found
    for (const name of readdirSync(this.#folder)) {
      const [, id, revision] = /^([0-9a-f-]{36})\.(\d+)\.json$/.exec(name) ?? []
      // Two files exist if a server stopped after writing the new one and before removing the old one.
      if (id !== undefined) found.set(id, Math.max(found.get(id) ?? 0, Number(revision)))
    }
    return found
  }

  /** Reads the stored datafile of an environment. */
  async datafile(environmentId: string): Promise<Datafile | undefined> {
    const revision = this.environments().get(environmentId)
    if (revision === undefined) return undefined
    const file = this.#fileOf(environmentId, revision)
    try {
      const { head, body } = await readCheckedFile(file)
      if (head['format'] !== format) throw new Error(`it is of format ${String(head['format'])}`)
      // Safe cast: the hash shows that this program wrote it.
      const datafile = JSON.parse(body) as Datafile
      if (digestOf(datafile.flags, datafile.segments) !== datafile.digest) throw new Error('its digest is another one')
      return datafile
    } catch (error) {
      this.#log.error({ file, error: String(error) }, 'a kept state cannot be used and is ignored')
      return undefined
    }
  }

  /** Reads the stored, active key with this hash. */
  async findKey(hash: string): Promise<CachedSdkKey | undefined> {
    return (await this.#keysKept())?.byHash.get(hash)
  }

  /** Reads the stored, active key with this id. */
  async findKeyById(id: string): Promise<CachedSdkKey | undefined> {
    return (await this.#keysKept())?.byId.get(id)
  }

  async #keysKept() {
    const file = path.join(this.#folder, keysFile)
    if (!existsSync(file)) return undefined
    const changed = statSync(file).mtimeMs
    if (this.#keys?.changed !== changed) {
      const keys = await this.#readKeys(file)
      const by = (field: 'hash' | 'keyId') => new Map(keys.map((key) => [key[field], key]))
      this.#keys = { changed, byHash: by('hash'), byId: by('keyId') }
    }
    return this.#keys
  }

  async #readKeys(file: string): Promise<readonly CachedSdkKey[]> {
    try {
      const { head, body } = await readCheckedFile(file)
      if (head['format'] !== format) throw new Error(`it is of format ${String(head['format'])}`)
      return JSON.parse(body) as CachedSdkKey[]
    } catch (error) {
      this.#log.error({ file, error: String(error) }, 'the kept keys cannot be used and are ignored')
      return []
    }
  }

  /** Replaces the stored state of an environment. If all states together are too large, the oldest are removed. */
  async keep(environmentId: string, datafile: Datafile): Promise<void> {
    await this.#makeFolder()
    const body = JSON.stringify(datafile)
    await this.#makeRoom(environmentId, Buffer.byteLength(body))
    const file = this.#fileOf(environmentId, datafile.revision)
    await writeCheckedFile(file, { format }, body)
    await this.#removeAll(environmentId, file)
  }

  /** Replaces the stored keys. */
  async keepKeys(keys: readonly CachedSdkKey[]): Promise<void> {
    await this.#makeFolder()
    await writeCheckedFile(path.join(this.#folder, keysFile), { format }, JSON.stringify(keys))
  }

  /** Removes a deleted environment. */
  async forget(environmentId: string): Promise<void> {
    await this.#removeAll(environmentId)
  }

  /** Removes unfinished files of a killed server. */
  async tidy(): Promise<void> {
    if (!existsSync(this.#folder)) return
    for (const name of readdirSync(this.#folder)) {
      const pid = /\.(\d+)\.new$/.exec(name)?.[1]
      if (pid !== undefined && pid !== String(process.pid)) await fs.rm(path.join(this.#folder, name), { force: true })
    }
  }

  async #makeRoom(environmentId: string, bytes: number): Promise<void> {
    const others = [...this.environments()]
      .filter(([id]) => id !== environmentId)
      .map(([id, revision]) => ({ id, ...sizeOf(this.#fileOf(id, revision)) }))
      .toSorted((a, b) => a.changed - b.changed)
    let total = others.reduce((sum, one) => sum + one.bytes, bytes)
    for (const { id, bytes: freed } of others) {
      if (total <= limits.keptStateBytes) return
      await this.forget(id)
      total -= freed
      this.#log.warn({ environmentId: id }, 'an environment is kept on disk no longer: all together are too big')
    }
  }

  async #removeAll(environmentId: string, except?: string): Promise<void> {
    if (!existsSync(this.#folder)) return
    const own = readdirSync(this.#folder).filter(
      (name) => name.startsWith(`${environmentId}.`) && name.endsWith('.json'),
    )
    for (const name of own) {
      const file = path.join(this.#folder, name)
      if (file !== except) await fs.rm(file, { force: true })
    }
  }

  async #makeFolder(): Promise<void> {
    await fs.mkdir(this.#folder, { recursive: true, mode: 0o700 })
  }

  #fileOf(environmentId: string, revision: number): string {
    return path.join(this.#folder, `${environmentId}.${revision}.json`)
  }
}

/** Zero if another server on the same folder has just replaced the file. */
function sizeOf(file: string): { bytes: number; changed: number } {
  const found = statSync(file, { throwIfNoEntry: false })
  return { bytes: found?.size ?? 0, changed: found?.mtimeMs ?? 0 }
}
