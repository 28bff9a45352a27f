import type { IncomingMessage, ServerResponse } from 'node:http'

/** What a span says beside its name: words and counts of the installation; never what people wrote, who they are, or a key. */
export type Said = Readonly<Record<string, string | number | boolean>>

/** Writes down what a request, a job or a statement takes. There is none unless the operator asked for it. */
export type Tracer = {
  /** Begins the span of a request, and answers within it; `continues` that of its `traceparent`, which is a proxy’s of the operator’s. */
  readonly request: (request: IncomingMessage, response: ServerResponse, continues: boolean, answer: () => void) => void
  /** Says which route the request of now is for. */
  readonly routed: (method: string, route: string) => void
  /** Ends the span of the request of now before its answer ends: a stream lasts as long as its reader. */
  readonly streams: () => void
  /** Does something in a span of its own. */
  readonly span: <T>(name: string, said: Said, act: () => Promise<T>) => Promise<T>
  /** Says more of the span of now. */
  readonly say: (said: Said) => void
  /** Notes a statement that has just ended, and how long it took, below the span of now; where there is none, nothing. */
  readonly statement: (text: string, tookMs: number, failed: boolean) => void
  /** Which trace and span this is, as lines of the log name them. */
  readonly ids: () => { readonly trace_id: string; readonly span_id: string } | undefined
  /** Takes a line as the log has it; undefined where no lines are sent. */
  readonly line: ((line: string) => void) | undefined
}

let tracer: Tracer | undefined

/** Names who writes spans in this process, from here on. */
export const traceBy = (next: Tracer | undefined): void => {
  tracer = next
}

/** Who writes spans in this process. */
export const theTracer = (): Tracer | undefined => tracer

/** Does something in a span of its own, where spans are written. */
export const traced = <T>(name: string, said: Said, act: () => Promise<T>): Promise<T> =>
  tracer === undefined ? act() : tracer.span(name, said, act)
