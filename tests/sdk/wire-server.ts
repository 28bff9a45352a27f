import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { buildDatafile } from '../../src/shared/datafile/build.ts'
import { writeDatafile } from '../../src/shared/datafile/datafile-text.ts'
import { diffDatafile } from '../../src/shared/datafile/diff.ts'
import { type ComparisonReceipt, ComparisonReport } from '../../src/shared/features/usage/schemas/comparison.ts'
import { type TelemetryReceipt, TelemetryReport } from '../../src/shared/features/usage/schemas/telemetry.ts'
import { TrackBatch } from '../../src/shared/features/usage/schemas/tracked.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import type { SegmentDocument } from '../../src/shared/schemas/segment.ts'
import { LocalServer } from './local-server.ts'

export const serverKey = `fan_srv_${'k'.repeat(43)}`

/** A boolean flag that is on or off for everyone. `change` overrides fields. */
export const aFlag = (key: string, on: boolean, change: Partial<FlagDocument> = {}): FlagDocument => ({
  key,
  type: 'boolean',
  on,
  variants: { on: true, off: false },
  offVariant: 'off',
  prerequisites: [],
  rules: [],
  otherwise: { variant: 'on' },
  salt: key,
  visibleToClients: false,
  ...change,
})

export const aDatafile = (
  revision: number,
  flags: readonly FlagDocument[],
  segments: readonly SegmentDocument[] = [],
): Datafile =>
  buildDatafile({
    project: 'shop',
    environment: 'production',
    revision,
    publishedAt: '2026-11-20T12:00:00.000Z',
    flags: Object.fromEntries(flags.map((flag) => [flag.key, flag])),
    segments: Object.fromEntries(segments.map((segment) => [segment.key, segment])),
  })

/** Handles a request instead of the server. Returns whether it did. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean

const eventStream = { 'content-type': 'text/event-stream' }

/**
 * A real HTTP server with an environment's wire format that can be made to misbehave in every way a network or server
 * can. Complements the tests against Fanion's own server, which does not misbehave on demand.
 */
export class WireServer extends LocalServer {
  datafile: Datafile
  intercept: Intercept = () => false
  /** The sampling request in telemetry responses. */
  sampling: TelemetryReceipt['sampling'] = null
  readonly requests: { method: string; url: string; headers: IncomingMessage['headers'] }[] = []
  readonly reports: TelemetryReport[] = []
  readonly comparisons: ComparisonReport[] = []
  /** Every batch that arrived, including repetitions. */
  readonly batches: TrackBatch[] = []
  readonly #streams = new Set<ServerResponse>()

  constructor(datafile: Datafile) {
    super()
    this.datafile = datafile
  }

  /** Publishes the next revision to every stream. */
  publish(...flags: readonly FlagDocument[]): void {
    const before = this.datafile
    const all = { ...before.flags, ...Object.fromEntries(flags.map((flag) => [flag.key, flag])) }
    this.datafile = aDatafile(before.revision + 1, Object.values(all), Object.values(before.segments))
    this.send('patch', diffDatafile(before, this.datafile))
  }

  send(event: string, data: unknown): void {
    this.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Writes raw bytes to every stream. */
  write(bytes: string): void {
    for (const stream of this.#streams) stream.write(bytes)
  }

  endStreams(): void {
    for (const stream of this.#streams) stream.end()
  }

  cutStreams(): void {
    for (const stream of this.#streams) stream.destroy()
  }

  get openStreams(): number {
    return this.#streams.size
  }

  /** Number of requests to a path or the stream. */
  asked(path: string): number {
    return this.requests.filter(({ url }) => url.startsWith(path)).length
  }

  protected async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url)
    this.requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers })
    if (this.intercept(request, response)) return
    if (request.headers.authorization !== `Bearer ${serverKey}`) return void response.writeHead(401).end()
    if (url.pathname === '/sdk/v1/stream') return this.#stream(url, response)
    if (url.pathname === '/sdk/v1/datafile') return this.#datafile(request, response)
    if (url.pathname === '/sdk/v1/comparisons') {
      this.comparisons.push(ComparisonReport.parse(JSON.parse(await text(request))))
      const receipt: ComparisonReceipt = { accepted: 0, sampling: this.sampling }
      response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify(receipt))
      return
    }
    if (url.pathname === '/sdk/v1/telemetry') {
      this.reports.push(TelemetryReport.parse(JSON.parse(await text(request))))
      return void response.writeHead(202).end(JSON.stringify({ accepted: 1, sampling: this.sampling }))
    }
    if (url.pathname === '/sdk/v1/events') {
      this.batches.push(TrackBatch.parse(JSON.parse(await text(request))))
      return void response.writeHead(202).end('{"accepted":0,"refused":[]}')
    }
    response.writeHead(404).end()
  }

  #stream(url: URL, response: ServerResponse): void {
    response.writeHead(200, eventStream)
    this.#streams.add(response)
    response.once('close', () => this.#streams.delete(response))
    if (url.searchParams.get('revision') === String(this.datafile.revision)) response.write(': here\n\n')
    else response.write(`event: datafile\ndata: ${writeDatafile(this.datafile)}\n\n`)
  }

  #datafile(request: IncomingMessage, response: ServerResponse): void {
    const { project, environment, revision, digest } = this.datafile
    const etag = `"${project}/${environment}/${revision}-${digest}"`
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
    response.writeHead(200, { 'content-type': 'application/json', etag }).end(writeDatafile(this.datafile))
  }
}
