import { diffDatafile } from '../../../shared/datafile/diff.ts'
import { digestOf } from '../../../shared/datafile/digest.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Datafile, DatafilePatch } from '../../../shared/schemas/datafile.ts'
import { EnvironmentState } from '../../platform/live/environment-state.ts'
import type { Hub } from '../../platform/live/hub.ts'

/** The error for an environment that a relay does not have, or no longer has. */
const notHere = () =>
  new FanionError('server/unavailable', { retryAfterSeconds: 1 }, 'This relay doesn’t have this environment yet.')

/** The environments of a relay in memory, as received from its upstreams. */
export class RelayStates {
  readonly #hub: Hub
  readonly #states = new Map<string, EnvironmentState>()
  readonly #newest: (environmentId: string) => Promise<number>
  /** Number of revisions received since the start. */
  revisions = 0

  /** `newest` queries the upstream's latest revision, and rejects while it is down. */
  constructor(hub: Hub, newest: (environmentId: string) => Promise<number>) {
    this.#hub = hub
    this.#newest = newest
  }

  /** Throws `server/unavailable` if the environment is unknown. */
  get(environmentId: string): EnvironmentState {
    const state = this.#states.get(environmentId)
    if (state === undefined) throw notHere()
    return state
  }

  datafile(environmentId: string): Datafile | undefined {
    return this.#states.get(environmentId)?.datafile
  }

  /** Whether the upstream may have a revision that this relay has not received. The client should retry then. */
  async isBehind(environmentId: string, revision: number): Promise<boolean> {
    if (revision <= this.get(environmentId).datafile.revision) return false
    return this.#newest(environmentId).then(
      (newest) => newest >= revision,
      () => true,
    )
  }

  /** Replaces the datafile and sends subscribers what changed. Throws if its documents do not match its digest. */
  replace(environmentId: string, datafile: Datafile): void {
    if (digestOf(datafile.flags, datafile.segments) !== datafile.digest) throw new Error('its digest is another one')
    const state = this.#states.get(environmentId)
    const before = state?.datafile
    if (state && before && before.revision === datafile.revision && before.digest === datafile.digest) return
    this.revisions++
    if (
      state &&
      before &&
      before.revision < datafile.revision &&
      this.#advance(environmentId, state, { ...diffDatafile(before, datafile), signature: datafile.signature })
    )
      return
    this.#states.set(environmentId, new EnvironmentState(datafile))
    // The log was replaced, for example after a restore from backup: clients must request the full datafile.
    this.#hub.disconnect(environmentId)
  }

  /** Applies a patch and sends it to subscribers. Returns false if it does not apply. */
  patch(environmentId: string, patch: DatafilePatch): boolean {
    const state = this.#states.get(environmentId)
    if (state === undefined || !this.#advance(environmentId, state, patch)) return false
    this.revisions++
    return true
  }

  forget(environmentId: string): void {
    this.#states.delete(environmentId)
    this.#hub.disconnect(environmentId)
  }

  #advance(environmentId: string, state: EnvironmentState, patch: DatafilePatch): boolean {
    if (!state.apply(patch)) return false
    const foreign: Parameters<Hub['publish']>[3] = (want) => state.readings.frame(want)
    this.#hub.publish(environmentId, patch, state.etag, foreign, () => state.datafile.signature)
    return true
  }
}
