import { diffDatafile } from '../../../shared/datafile/diff.ts'
import { digestOf } from '../../../shared/datafile/digest.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Datafile, DatafilePatch } from '../../../shared/schemas/datafile.ts'
import { EnvironmentState } from '../../platform/live/environment-state.ts'
import type { Hub } from '../../platform/live/hub.ts'

/** What a relay says of an environment that it does not have, or no longer. */
const notHere = () =>
  new FanionError('server/unavailable', { retryAfterSeconds: 1 }, 'This relay doesn’t have this environment yet.')

/** The environments of a relay, as its upstreams told them, in memory. */
export class RelayStates {
  readonly #hub: Hub
  readonly #states = new Map<string, EnvironmentState>()
  readonly #newest: (environmentId: string) => Promise<number>
  /** How many revisions came since the start. */
  revisions = 0

  /** `newest` asks the upstream for its newest revision, and rejects where it is away. */
  constructor(hub: Hub, newest: (environmentId: string) => Promise<number>) {
    this.#hub = hub
    this.#newest = newest
  }

  /** `server/unavailable` where there is none. */
  get(environmentId: string): EnvironmentState {
    const state = this.#states.get(environmentId)
    if (state === undefined) throw notHere()
    return state
  }

  datafile(environmentId: string): Datafile | undefined {
    return this.#states.get(environmentId)?.datafile
  }

  /** Whether the upstream may know more than this relay does: then a program that knows it should ask again. */
  async isBehind(environmentId: string, revision: number): Promise<boolean> {
    if (revision <= this.get(environmentId).datafile.revision) return false
    return this.#newest(environmentId).then(
      (newest) => newest >= revision,
      () => true,
    )
  }

  /** Takes a whole datafile, and tells programs what changed. Throws where its documents are not those it promises. */
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
    // the log begins anew, as after a backup was restored: programs ask for the whole
    this.#hub.disconnect(environmentId)
  }

  /** Takes a patch, and tells programs; false where it does not fit. */
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
