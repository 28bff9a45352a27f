import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { datafileOf } from '../../../client/sdk/core/datafile-json.ts'
import type { Fetch } from '../../../client/sdk/core/platform.ts'
import { createVerify } from '../../../client/sdk/core/verify.ts'
import { readDatafile, writeDatafile } from '../../../shared/datafile/datafile-text.ts'
import type { RelayAnswer, RelayedKey, RelayQuestion } from '../../../shared/features/status/schemas/relay.ts'
import { limits } from '../../../shared/limits.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import { keyHash, publicId } from '../../features/access/keys/key-hash.ts'
import type { Log } from '../../platform/kernel/ctx.ts'
import { frameOfBytes, sseHeaders } from '../../platform/live/sse.ts'
import { StartError } from '../../start-error.ts'
import { type UpstreamPort, type UpstreamResponse, UpstreamUnavailable } from './upstream.ts'

type Options = {
  readonly file: string
  readonly publicKeys: readonly string[]
  /** The server and client keys that give access to it. */
  readonly keys: readonly string[]
  readonly log: Log
}

/**
 * Uses a snapshot file in place of an upstream if there is no network: a datafile signed by the server, for the keys
 * that the operator lists. A newer file is picked up within seconds; a file that is older, unsigned or from another
 * environment is rejected. Reports cannot be delivered, so none are accepted.
 */
export class SnapshotUpstream implements UpstreamPort {
  readonly url = 'file:'
  readonly headers = {}
  readonly #options: Options
  readonly #verify: ReturnType<typeof createVerify>
  readonly #keys: readonly Omit<RelayedKey, 'ageMs'>[]
  readonly #listeners = new Set<(datafile: Datafile) => void>()
  #datafile: Datafile | undefined
  #changed = 0

  constructor(options: Options) {
    this.#options = options
    this.#verify = createVerify(options.publicKeys)
    this.#keys = options.keys.flatMap(namedKey)
  }

  /** Reads the file for the first time. Throws a StartError that describes what is wrong with it. */
  async open(): Promise<void> {
    const { file } = this.#options
    try {
      await this.#read()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new StartError(`The snapshot ${file} can’t be served: ${reason}. Write one with fanion snapshot.`, {
        cause: error,
      })
    }
  }

  async ask({ keys }: RelayQuestion): Promise<RelayAnswer> {
    await this.#readAgain()
    if (this.#datafile === undefined) throw new UpstreamUnavailable('its snapshot was not read')
    const { project, environment, revision } = this.#datafile
    const named = new Set(keys)
    return {
      ...{ environmentId: idOf(`${project}/${environment}`), project, environment, revision, keyId: '' },
      keys: this.#keys.filter(({ name }) => named.has(name)).map((key) => ({ ...key, ageMs: 0 })),
      // There is no server to send declarations to.
      unknownBuilds: [],
    }
  }

  async pass(path: string): Promise<UpstreamResponse> {
    const nothing = { status: 202, retryAfter: null }
    if (path === '/sdk/v1/events') return { ...nothing, body: { accepted: 0, refused: [] } }
    if (path === '/sdk/v1/telemetry') return { ...nothing, body: { accepted: 0, sampling: null } }
    throw new UpstreamUnavailable('a snapshot takes nothing')
  }

  async read(): Promise<UpstreamResponse> {
    throw new UpstreamUnavailable('a snapshot has no more than its datafile')
  }

  /** The stream that a link follows: the datafile, and each replacement. */
  readonly fetch: Fetch = async (_, { signal }) => {
    let stop = () => {}
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const send = (datafile: Datafile) =>
          controller.enqueue(frameOfBytes('datafile', Buffer.from(writeDatafile(datafile)), datafile.revision))
        if (this.#datafile) send(this.#datafile)
        this.#listeners.add(send)
        const beat = setInterval(() => controller.enqueue(Buffer.from(': here\n\n')), limits.streamHeartbeatMs).unref()
        stop = () => {
          clearInterval(beat)
          this.#listeners.delete(send)
        }
      },
      cancel: () => stop(),
    })
    signal.addEventListener('abort', () => stop(), { once: true })
    return new Response(body, { headers: sseHeaders })
  }

  async #readAgain(): Promise<void> {
    const { file, log } = this.#options
    const changed = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => this.#changed,
    )
    if (changed === this.#changed) return
    try {
      await this.#read()
    } catch (error) {
      this.#changed = changed
      log.error(
        { file, error: String(error) },
        'the snapshot in place of the other cannot be served; the other still is',
      )
    }
  }

  async #read(): Promise<void> {
    const { file } = this.#options
    const { mtimeMs } = await stat(file)
    const datafile = datafileOf(readDatafile(await readFile(file, 'utf8')))
    const before = this.#datafile
    if (before && (before.project !== datafile.project || before.environment !== datafile.environment))
      throw new Error(
        `it is of ${datafile.project}/${datafile.environment}, not of ${before.project}/${before.environment}`,
      )
    if (before && datafile.revision < before.revision)
      throw new Error(`it is of revision ${datafile.revision}, older than ${before.revision}`)
    await this.#verify(datafile)
    this.#changed = mtimeMs
    this.#datafile = datafile
    for (const send of this.#listeners) send(datafile)
  }
}

/** The names under which a key can be queried. */
const namedKey = (text: string): Omit<RelayedKey, 'ageMs'>[] => {
  const hash = keyHash(text)
  const kind = text.startsWith('fan_cli_') ? 'client' : 'server'
  const keyId = idOf(hash.toString('hex'))
  const names = [hash.toString('hex'), `id:${keyId}`, ...(kind === 'client' ? [`client:${publicId(hash)}`] : [])]
  return names.map((name) => ({ name, keyId, kind, allowedOrigins: [], expiresAt: null }))
}

/** Derives an id from a text. */
const idOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')
