import type { Datafile } from '../../../shared/schemas/datafile.ts'
import { environmentHeads, readState } from '../../features/publishing/log-queries.ts'
import { isUnavailable } from '../db/failure.ts'
import type { Db } from '../db/pool.ts'
import { rejectAfter } from '../db/reject-after.ts'
import type { Log } from '../kernel/ctx.ts'
import type { MaybePromise } from '../kernel/maybe-promise.ts'
import type { SnapshotCache } from '../snapshot-cache/snapshot-cache.ts'
import { EnvironmentState } from './environment-state.ts'
import type { Hub } from './hub.ts'
import type { LoggedRevision } from './tail.ts'

/** A database that takes longer counts as down. */
const answerMs = 10_000

/**
 * All environments requested so far, kept at their latest revision by the tail. While the database is down, other
 * environments are loaded from disk.
 */
export class EnvironmentStateCache {
  readonly #db: Db
  readonly #hub: Hub
  readonly #log: Log
  readonly #kept: SnapshotCache
  readonly #sign: (datafile: Datafile) => string | undefined
  // States loaded from disk, used until the database is back.
  readonly #fromDisk = new Set<string>()
  readonly #loading = new Map<string, Promise<EnvironmentState>>()
  readonly #loaded = new Map<string, EnvironmentState>()
  // Revisions from the log that arrived while a state was being read.
  readonly #waiting = new Map<string, LoggedRevision[]>()

  constructor(
    db: Db,
    hub: Hub,
    log: Log,
    kept: SnapshotCache,
    sign: (datafile: Datafile) => string | undefined = () => undefined,
  ) {
    this.#db = db
    this.#hub = hub
    this.#log = log
    this.#kept = kept
    this.#sign = sign
  }

  get any(): boolean {
    return this.#loaded.size > 0
  }

  /** Returns the latest datafile of an environment if it is in memory and came from the database. */
  newest(environmentId: string): Datafile | undefined {
    return this.#fromDisk.has(environmentId) ? undefined : this.#loaded.get(environmentId)?.datafile
  }

  /** Called when the log is readable again: disconnects everyone who was served from disk. */
  forgetKept(): void {
    for (const environmentId of this.#fromDisk) {
      this.#loaded.delete(environmentId)
      this.#hub.disconnect(environmentId)
    }
    this.#fromDisk.clear()
  }

  /** Returns the environment's state: from the database the first time, then from memory. */
  get(environmentId: string): MaybePromise<EnvironmentState> {
    return this.#loaded.get(environmentId) ?? this.#loadOnce(environmentId)
  }

  /**
   * Whether this server is behind a client that has `revision`: its state is from disk, or it has not yet received what
   * another server sent. If the log itself ends earlier, for example after a restore from backup, no server is behind.
   * Rejects if the database is down.
   */
  async isBehind(environmentId: string, revision: number): Promise<boolean> {
    if (revision <= (await this.get(environmentId)).datafile.revision) return false
    if (this.#fromDisk.has(environmentId)) return true
    const [head] = await environmentHeads(this.#db, environmentId)
    return head !== undefined && head.headNumber >= revision
  }

  #loadOnce(environmentId: string): Promise<EnvironmentState> {
    let loading = this.#loading.get(environmentId)
    if (!loading) {
      loading = this.#load(environmentId).finally(() => this.#loading.delete(environmentId))
      this.#loading.set(environmentId, loading)
    }
    return loading
  }

  /** Applies a revision and sends it to subscribers. */
  advance(revision: LoggedRevision): void {
    const waiting = this.#waiting.get(revision.environmentId)
    if (waiting) waiting.push(revision)
    // The log is readable again, so the state from disk is about to be discarded.
    if (this.#fromDisk.has(revision.environmentId)) return
    const state = this.#loaded.get(revision.environmentId)
    if (!state || revision.number <= state.datafile.revision) return
    const patch = state.advance(revision)
    const sign = () => this.#sign(state.datafile)
    const foreign: Parameters<Hub['publish']>[3] = (want) => state.readings.frame(want)
    if (patch) return this.#hub.publish(revision.environmentId, patch, state.etag, foreign, sign)
    // Memory and log disagree: reload from the log, and make clients request the full datafile.
    const details = { environment: revision.environment, revision: revision.number, have: state.datafile.revision }
    this.#log.error(details, 'a revision does not fit the state in memory; reading the environment anew')
    this.#loaded.delete(revision.environmentId)
    this.#hub.disconnect(revision.environmentId)
  }

  async #load(environmentId: string): Promise<EnvironmentState> {
    const since: LoggedRevision[] = []
    this.#waiting.set(environmentId, since)
    try {
      const state = EnvironmentState.of(await rejectAfter(answerMs, readState(this.#db, environmentId)))
      for (const revision of since) if (revision.number > state.datafile.revision) state.advance(revision)
      this.#loaded.set(environmentId, state)
      return state
    } catch (error) {
      if (!isUnavailable(error)) throw error
      const datafile = await this.#kept.datafile(environmentId)
      if (!datafile) throw error
      const state = new EnvironmentState(datafile)
      this.#fromDisk.add(environmentId)
      this.#loaded.set(environmentId, state)
      return state
    } finally {
      this.#waiting.delete(environmentId)
    }
  }
}
