import path from 'node:path'
import { maintainConnection } from '../../../client/sdk/core/connection.ts'
import { nodePlatform } from '../../../client/sdk/node/platform.ts'
import type { RelayAnswer, RelayQuestion } from '../../../shared/features/status/schemas/relay.ts'
import { limits } from '../../../shared/limits.ts'
import type { Log } from '../../platform/kernel/ctx.ts'
import type { SnapshotCache } from '../../platform/snapshot-cache/snapshot-cache.ts'
import { DiskOutbox, type PendingReport, type SendResult } from './disk-outbox.ts'
import type { RelayStates } from './relay-states.ts'
import { RelayKeyRejected, type UpstreamPort, UpstreamUnavailable } from './upstream.ts'

/** The environment of a link, and the id of the relay's own key. */
export type RelayEnvironment = Pick<RelayAnswer, 'environmentId' | 'project' | 'environment' | 'keyId'>

type Options = {
  readonly upstream: UpstreamPort
  readonly states: RelayStates
  readonly kept: SnapshotCache
  readonly log: Log
  readonly now: () => Date
  readonly folder: string
  readonly signal: AbortSignal
  readonly send: (environmentId: string, waited: PendingReport) => Promise<SendResult>
  /** The relay's own key was rejected: its environment is no longer served. */
  readonly onRefused: (place: RelayEnvironment | undefined) => void
  /** The upstream was reached for the first time, or again after an outage. */
  readonly onPlace: (place: RelayEnvironment) => void
}

/** Connection to one environment of an upstream: its stream, its last state on disk, and reports waiting to be sent. */
export class UpstreamConnection {
  readonly #options: Options
  #place: RelayEnvironment | undefined
  #waiting: DiskOutbox | undefined
  #streaming = false
  #unkept = false
  #timer: NodeJS.Timeout | undefined
  #keeping: Promise<void> = Promise.resolve()
  /** When the upstream last responded, from `performance.now()`. */
  #heardMs: number | undefined
  /** Whether the stream from the upstream is connected. */
  isInTouch = false
  isRefused = false

  constructor(options: Options) {
    this.#options = options
  }

  get upstream(): UpstreamPort {
    return this.#options.upstream
  }

  get place(): RelayEnvironment | undefined {
    return this.#place
  }

  /** The queue of reports that cannot be sent at the moment. Available once the environment is known. */
  get waiting(): DiskOutbox {
    if (this.#waiting === undefined) throw new UpstreamUnavailable('its environment is not known yet')
    return this.#waiting
  }

  /** When the upstream last responded. Undefined before the first response. */
  heardAt(): Date | undefined {
    if (this.#heardMs === undefined) return undefined
    return new Date(this.#options.now().getTime() - (performance.now() - this.#heardMs))
  }

  /** Starts from the stored state of an environment. */
  async begin(place: RelayEnvironment): Promise<void> {
    const datafile = await this.#options.kept.datafile(place.environmentId)
    if (datafile) this.#options.states.replace(place.environmentId, datafile)
    this.#enter(place)
  }

  /** Queries the upstream, and follows its stream from the first response on. Throws `UpstreamAway` or `KeyRefused`. */
  async ask(question: RelayQuestion): Promise<RelayAnswer> {
    try {
      const answer = await this.#options.upstream.ask(question)
      this.#heardMs = performance.now()
      const { environmentId, project, environment, keyId } = answer
      this.isRefused = false
      this.#enter({ environmentId, project, environment, keyId })
      this.#follow()
      return answer
    } catch (error) {
      if (error instanceof RelayKeyRejected && !this.isRefused) {
        this.isRefused = true
        await this.#leave()
      }
      throw error
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#waiting?.close()
    await this.#keepNow()
  }

  #enter(place: RelayEnvironment): void {
    if (this.#place?.environmentId === place.environmentId) return
    const { folder, log, now, send, onPlace } = this.#options
    this.#place = place
    this.#waiting = new DiskOutbox({
      folder: path.join(folder, 'waiting', place.environmentId),
      ...{ log, now },
      send: (waited) => send(place.environmentId, waited),
    })
    this.#waiting.wake()
    onPlace(place)
  }

  async #leave(): Promise<void> {
    const { kept, states, log, onRefused } = this.#options
    const place = this.#place
    log.error({ ...place }, 'the upstream refuses the key of this relay; its environment is served no more')
    this.isInTouch = false
    onRefused(place)
    if (place === undefined) return
    states.forget(place.environmentId)
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#keeping
    await kept.forget(place.environmentId)
  }

  #follow(): void {
    if (this.#streaming) return
    this.#streaming = true
    const { upstream, states, signal, log } = this.#options
    const place = this.#place
    if (place === undefined) return
    const id = place.environmentId
    const changed = () => this.#keepSoon()
    void maintainConnection(
      nodePlatform(upstream.fetch ?? globalThis.fetch, undefined),
      { url: upstream.url, headers: upstream.headers, hold: () => false, signed: true },
      {
        held: () => states.datafile(id) ?? null,
        replace: async (datafile) => {
          const { project, environment } = place
          if (datafile.project !== project || datafile.environment !== environment)
            throw new Error('it is of another environment')
          states.replace(id, datafile)
          changed()
        },
        patch: async (patch) => {
          const fits = states.patch(id, patch)
          if (fits) changed()
          return fits
        },
        inTouch: () => {
          this.isInTouch = true
          this.#heardMs = performance.now()
          this.#waiting?.hurry()
        },
        lost: (reason) => {
          if (this.isInTouch) log.warn({ ...place, reason }, 'the upstream is away; programs are answered from memory')
          this.isInTouch = false
        },
        // A proxy in between may have sent this response. Only a query decides, and then follows the stream again.
        refused: () => {
          this.isInTouch = false
        },
        fault: (message) => log.warn({ ...place }, message),
      },
      signal,
    ).finally(() => {
      this.#streaming = false
    })
  }

  #keepSoon(): void {
    this.#unkept = true
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.#keepNow()
    }, limits.keptAfterMs).unref()
  }

  #keepNow(): Promise<void> {
    const { kept, states, log } = this.#options
    this.#keeping = this.#keeping.then(async () => {
      const id = this.#place?.environmentId
      const datafile = id === undefined ? undefined : states.datafile(id)
      if (!this.#unkept || id === undefined || datafile === undefined) return
      this.#unkept = false
      await kept.keep(id, datafile).catch((error: unknown) => {
        this.#unkept = true
        log.warn({ error: String(error) }, 'the last state cannot be kept on disk now')
      })
    })
    return this.#keeping
  }
}
