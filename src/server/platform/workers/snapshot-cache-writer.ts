import { limits } from '../../../shared/limits.ts'
import { liveKeys } from '../../features/access/keys/queries.ts'
import { environmentHeads, readState } from '../../features/publishing/log-queries.ts'
import type { Db } from '../db/pool.ts'
import type { Log } from '../kernel/ctx.ts'
import { EnvironmentState } from '../live/environment-state.ts'
import type { EnvironmentStateCache } from '../live/environment-state-cache.ts'
import type { SnapshotCache } from '../snapshot-cache/snapshot-cache.ts'

type Options = { db: Db; states: EnvironmentStateCache; kept: SnapshotCache; log: Log; now: () => Date }

/**
 * Stores the latest state of every environment, and the keys, on disk: each shortly after it changed, and everything
 * that was missed every 30 seconds.
 */
export class SnapshotCacheWriter {
  readonly #options: Options
  readonly #changed = new Set<string>()
  #everything = true
  #keys = ''
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  #closed = false

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    this.#soon(0)
  }

  /** Called when an environment has a new state. */
  changed(environmentId: string): void {
    this.#changed.add(environmentId)
    this.#soon(limits.keptAfterMs)
  }

  /** Called when a key was revoked, or used for the first time. */
  keysChanged(): void {
    this.#everything = true
    this.#soon(limits.keptAfterMs)
  }

  /** Stores what has not been stored yet, if possible. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#round
    if (this.#changed.size > 0 || this.#everything) await this.#keep()
  }

  #soon(ms: number): void {
    if (this.#closed || this.#round) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#round = this.#keep().finally(() => {
        this.#round = undefined
        const more = this.#changed.size > 0 || this.#everything
        if (!more) this.#everything = true
        this.#soon(more ? limits.keptAfterMs : limits.keptCheckMs)
      })
    }, ms).unref()
  }

  async #keep(): Promise<void> {
    const { log } = this.#options
    try {
      if (this.#everything) await this.#lookAtAll()
      for (const environmentId of [...this.#changed]) {
        this.#changed.delete(environmentId)
        await this.#keepOne(environmentId)
      }
    } catch (error) {
      log.warn({ error: String(error) }, 'the last state cannot be kept on disk now; the next time tries again')
      this.#everything = true
    }
  }

  async #lookAtAll(): Promise<void> {
    const { db, kept, now } = this.#options
    this.#everything = false
    await kept.tidy()
    const there = kept.environments()
    for (const { id, headNumber } of await environmentHeads(db)) {
      if (there.get(id) !== headNumber) this.#changed.add(id)
      there.delete(id)
    }
    for (const id of there.keys()) await kept.forget(id)
    const keys = (await liveKeys(db, now())).map(({ hash, expiresAt, ...key }) => ({
      ...key,
      hash: hash.toString('hex'),
      expiresAt: expiresAt?.toISOString() ?? null,
    }))
    const text = JSON.stringify(keys)
    if (text === this.#keys) return
    await kept.keepKeys(keys)
    this.#keys = text
  }

  async #keepOne(environmentId: string): Promise<void> {
    const { db, states, kept, log } = this.#options
    const known = states.newest(environmentId)
    try {
      await kept.keep(environmentId, known ?? EnvironmentState.of(await readState(db, environmentId)).datafile)
    } catch (error) {
      // A failure or a deleted environment does not stop the others.
      log.warn({ environmentId, error: String(error) }, 'the state of an environment cannot be kept on disk now')
    }
  }
}
