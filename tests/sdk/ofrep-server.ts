import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Answer } from '../../src/client/sdk/core/answers.ts'
import { TelemetryReport } from '../../src/shared/features/usage/schemas/telemetry.ts'
import { TrackBatch } from '../../src/shared/features/usage/schemas/tracked.ts'
import { LocalServer } from './local-server.ts'

export const clientKey = `fan_cli_${'k'.repeat(43)}`

type Evaluate = (context: Readonly<Record<string, unknown>>) => readonly Answer[]

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, if-none-match',
  'access-control-expose-headers': 'etag',
}

/**
 * A real HTTP server that implements OFREP for pages and can be made to misbehave. `evaluate` returns the results for a
 * context.
 */
export class OfrepServer extends LocalServer {
  evaluate: Evaluate
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean = () => false
  /** Whether responses include the event stream's URL. */
  streaming = true
  /** The stream's URL in responses. Null is its own. */
  streamUrl: string | null = null
  /** How long a hidden page may keep its stream open. */
  idleSec = 120
  readonly asked: { context: Record<string, unknown>; etag: string | undefined; url: string }[] = []
  readonly streams = new Set<ServerResponse>()
  readonly reports: TelemetryReport[] = []
  readonly batches: TrackBatch[] = []

  constructor(evaluate: Evaluate) {
    super()
    this.evaluate = evaluate
  }

  /** Announces that results have changed. */
  tell(data: unknown = { type: 'refetchEvaluation', etag: 'now' }): void {
    for (const stream of this.streams) stream.write(`data: ${JSON.stringify(data)}\n\n`)
  }

  protected async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Also available under a path prefix, as behind a proxy.
    const pathname = new URL(request.url ?? '/', this.url).pathname.replace(/^\/flags(?=\/)/, '')
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end()
    if (this.intercept(request, response)) return
    if (pathname === '/stream' || pathname === '/ofrep/v1/stream') {
      response
        .writeHead(200, { ...cors, 'content-type': 'text/event-stream' })
        .write('retry: 50\nevent: heartbeat\ndata: here\n\n')
      this.streams.add(response)
      response.once('close', () => this.streams.delete(response))
      return
    }
    if (pathname === '/sdk/v1/telemetry') {
      this.reports.push(TelemetryReport.parse(JSON.parse(await text(request))))
      return void response.writeHead(202, cors).end('{"accepted":1,"sampling":null}')
    }
    if (pathname === '/sdk/v1/events') {
      this.batches.push(TrackBatch.parse(JSON.parse(await text(request))))
      return void response.writeHead(202, cors).end('{"accepted":0,"refused":[]}')
    }
    if (pathname !== '/ofrep/v1/evaluate/flags') return void response.writeHead(200).end('<!doctype html>')
    if (request.headers.authorization !== `Bearer ${clientKey}`) return void response.writeHead(401, cors).end()
    const { context } = JSON.parse(await text(request))
    const known = request.headers['if-none-match']
    this.asked.push({ context, etag: known, url: request.url ?? '' })
    const flags = this.evaluate(context)
    const etag = `"${JSON.stringify(flags).length}-${JSON.stringify(flags.map(({ value }) => value)).replaceAll('"', '')}"`
    if (known === etag) return void response.writeHead(304, { ...cors, etag }).end()
    const eventStreams = this.streaming
      ? [{ type: 'sse', url: this.streamUrl ?? `${this.url}/stream`, inactivityDelaySec: this.idleSec }]
      : []
    response.writeHead(200, { ...cors, etag, 'content-type': 'application/json' })
    response.end(JSON.stringify({ flags, eventStreams }))
  }
}
