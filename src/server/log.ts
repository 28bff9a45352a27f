import { type DestinationStream, pino } from 'pino'
import type { Log } from './platform/kernel/ctx.ts'
import { theTracer } from './platform/tracing/trace.ts'

/**
 * Writes each event as one line of JSON: `time`, `level`, `message`, and its details. Details may have any shape, even
 * cycles. If requests are traced, a line has its trace id.
 */
export function createLog(level: string, stream: DestinationStream = process.stderr): Log {
  const tracer = theTracer()
  const { line: send } = tracer ?? {}
  return pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (name) => ({ level: name }) },
      ...(tracer && { mixin: () => tracer.ids() ?? {} }),
    },
    send ? { write: (line) => (stream.write(line), send(line)) } : stream,
  )
}
