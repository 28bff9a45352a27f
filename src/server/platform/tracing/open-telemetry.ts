import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { version } from '../../../shared/version.ts'
import type { OpenTelemetryConfig } from '../../open-telemetry-config.ts'
import { lineSender } from './line-sender.ts'
import { spanSender } from './span-sender.ts'
import { statementName } from './statement-name.ts'
import type { SpanAttributes, Tracer } from './trace.ts'

/** The current span, and whether it has ended although work that started in it continues. */
type ActiveSpan = { readonly context: Context; readonly span: Span; over: boolean }

/** How long a stopping server waits for the collector to accept the remaining data. */
const patienceMs = 3_000
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Sends spans and log lines with OpenTelemetry's SDK. `service` is the default service name; `tell` is called when a
 * collector rejects data. Names follow its conventions: https://opentelemetry.io/docs/specs/semconv
 */
export async function openTelemetry(
  config: OpenTelemetryConfig,
  service: string,
  tell: (words: string) => void,
): Promise<{ tracer: Tracer; close: () => Promise<void> }> {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': service, 'service.version': version }))
    .merge(detectResources({ detectors: [envDetector] }))
  const spans = await spanSender(config, resource, tell)
  const lines = config.logs && (await lineSender(config.logs, resource, config.logBatches, tell))
  const here = new AsyncLocalStorage<ActiveSpan>()
  const propagator = new W3CTraceContextPropagator()

  const begin = (name: string, kind: SpanKind, attributes: SpanAttributes, parent: Context): ActiveSpan => {
    const span = spans.tracer.startSpan(name, { kind, attributes }, parent)
    return { context: trace.setSpan(parent, span), span, over: false }
  }
  const end = (at: ActiveSpan) => {
    if (!at.over) at.span.end()
    at.over = true
  }
  const tracer: Tracer = {
    request({ method = '', headers }, response, continues, answer) {
      const parent = continues ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter) : ROOT_CONTEXT
      const name = methods.has(method) ? method : '_OTHER'
      const at = begin(name, SpanKind.SERVER, { 'http.request.method': name }, parent)
      const given = continues ? headers['x-request-id'] : undefined
      if (typeof given === 'string') at.span.setAttribute('http.request.header.x-request-id', [given])
      response.once('close', () => {
        const { statusCode } = response
        at.span.setAttribute('http.response.status_code', statusCode)
        if (statusCode >= 500) fail(at.span, String(statusCode))
        end(at)
      })
      here.run(at, answer)
    },
    routed(method, route) {
      here.getStore()?.span.updateName(`${method} ${route}`).setAttribute('http.route', route)
    },
    streams() {
      const at = here.getStore()
      if (at) end(at)
    },
    async span(name, said, act) {
      const now = here.getStore()
      const at = begin(name, SpanKind.INTERNAL, said, now === undefined || now.over ? ROOT_CONTEXT : now.context)
      try {
        return await here.run(at, act)
      } catch (error) {
        fail(at.span, typeOf(error))
        throw error
      } finally {
        end(at)
      }
    },
    say(said) {
      here.getStore()?.span.setAttributes(said)
    },
    statement(text, tookMs, failed) {
      const at = here.getStore()
      if (at === undefined || at.over || !at.span.isRecording()) return
      const { operation, table } = statementName(text)
      const attributes = {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        ...(table && { 'db.collection.name': table }),
      }
      const endTime = Date.now()
      const options = { kind: SpanKind.CLIENT, attributes, startTime: endTime - tookMs }
      const span = spans.tracer.startSpan(table ? `${operation} ${table}` : operation, options, at.context)
      if (failed) fail(span, 'failed')
      span.end(endTime)
    },
    ids() {
      const context = here.getStore()?.span.spanContext()
      return context && { trace_id: context.traceId, span_id: context.spanId }
    },
    line: lines && ((line) => lines.send(line, here.getStore()?.context ?? ROOT_CONTEXT)),
  }
  const close = async () => {
    const ended = Promise.allSettled([spans.close(), lines?.close()])
    await Promise.race([ended, wait(patienceMs, undefined, { ref: false })])
  }
  return { tracer, close }
}

const fail = (span: Span, type: string) =>
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR })

/** The code or name of an error, never its message, which may contain user data. */
const typeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
