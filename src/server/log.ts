import { type DestinationStream, pino } from 'pino'
import type { Log } from './platform/kernel/ctx.ts'
import { theTracer } from './platform/tracing/trace.ts'

/**
 * Writes what happens as one line of JSON each: `time`, `level`, `message`, and the details beside them. What the details
 * hold is written whatever it is, a circle too. Where requests are traced, a line names its trace.
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
