import type { Db } from '../db/pool.ts'
import { readState } from '../domain/revisions/log-queries.ts'
import type { Log } from '../kernel/ctx.ts'
import type { Soon } from '../kernel/soon.ts'
import { EnvironmentState } from './environment-state.ts'
import type { Hub } from './hub.ts'
import type { LoggedRevision } from './tail.ts'

/** Every environment that somebody has asked for, kept at its newest revision by the tail. */
export class States {
  readonly #db: Db
  readonly #hub: Hub
  readonly #log: Log
  readonly #loading = new Map<string, Promise<EnvironmentState>>()
  readonly #loaded = new Map<string, EnvironmentState>()
  // what came off the log while a state was being read
  readonly #waiting = new Map<string, LoggedRevision[]>()

  constructor(db: Db, hub: Hub, log: Log) {
    this.#db = db
    this.#hub = hub
    this.#log = log
  }

  /** The environment's state; read from the database the first time, from memory afterwards. */
  get(environmentId: string): Soon<EnvironmentState> {
    return this.#loaded.get(environmentId) ?? this.#loadOnce(environmentId)
  }

  #loadOnce(environmentId: string): Promise<EnvironmentState> {
    let loading = this.#loading.get(environmentId)
    if (!loading) {
      loading = this.#load(environmentId).finally(() => this.#loading.delete(environmentId))
      this.#loading.set(environmentId, loading)
    }
    return loading
  }

  /** Moves the environment on and tells its subscribers. */
  advance(revision: LoggedRevision): void {
    const waiting = this.#waiting.get(revision.environmentId)
    if (waiting) waiting.push(revision)
    const state = this.#loaded.get(revision.environmentId)
    if (!state || revision.number <= state.datafile.revision) return
    const patch = state.advance(revision)
    if (patch) return this.#hub.publish(revision.environmentId, patch, state.etag)
    // memory and log disagree: start again from the log, and have the programs ask for the whole
    const details = { environment: revision.environment, revision: revision.number, have: state.datafile.revision }
    this.#log.error(details, 'a revision does not fit the state in memory; reading the environment anew')
    this.#loaded.delete(revision.environmentId)
    this.#hub.disconnect(revision.environmentId)
  }

  async #load(environmentId: string): Promise<EnvironmentState> {
    const since: LoggedRevision[] = []
    this.#waiting.set(environmentId, since)
    try {
      const state = EnvironmentState.of(await readState(this.#db, environmentId))
      for (const revision of since) if (revision.number > state.datafile.revision) state.advance(revision)
      this.#loaded.set(environmentId, state)
      return state
    } finally {
      this.#waiting.delete(environmentId)
    }
  }
}
