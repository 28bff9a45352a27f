import type { IncomingMessage, ServerResponse } from 'node:http'

/** Span attributes: enum values and counts. Never user data, identities or keys. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** Records the duration of requests, jobs and statements. Exists only if the operator configured tracing. */
export type Tracer = {
  /**
   * Starts the span of a request and runs `answer` in it. `continues` uses the parent from `traceparent`, which is only
   * trusted from the operator's proxies.
   */
  readonly request: (request: IncomingMessage, response: ServerResponse, continues: boolean, answer: () => void) => void
  /** Sets the route of the current request. */
  readonly routed: (method: string, route: string) => void
  /** Ends the current request's span before its response ends: a stream stays open as long as its client does. */
  readonly streams: () => void
  /** Runs an action in its own span. */
  readonly span: <T>(name: string, said: SpanAttributes, act: () => Promise<T>) => Promise<T>
  /** Adds attributes to the current span. */
  readonly say: (said: SpanAttributes) => void
  /** Records a finished statement as a child of the current span. Does nothing outside of a span. */
  readonly statement: (text: string, tookMs: number, failed: boolean) => void
  /** The current trace and span ids, in the format of log lines. */
  readonly ids: () => { readonly trace_id: string; readonly span_id: string } | undefined
  /** Sends a log line. Undefined if log lines are not sent. */
  readonly line: ((line: string) => void) | undefined
}

let tracer: Tracer | undefined

/** Sets this process's tracer. */
export const traceBy = (next: Tracer | undefined): void => {
  tracer = next
}

/** Returns this process's tracer. */
export const theTracer = (): Tracer | undefined => tracer

/** Runs an action in its own span, if there is a tracer. */
export const traced = <T>(name: string, said: SpanAttributes, act: () => Promise<T>): Promise<T> =>
  tracer === undefined ? act() : tracer.span(name, said, act)
