import { type Config, setVariables } from './config.ts'
import { createLog } from './log.ts'
import { traceBy } from './platform/tracing/trace.ts'

/**
 * Begins to trace what this process does from here on, where the operator asked for it: nothing of it is loaded otherwise.
 * `service` is its name where they gave none. What is returned sends the last of it, and ends.
 */
export async function startTracing(
  { openTelemetry: asked, logLevel }: Pick<Config, 'openTelemetry' | 'logLevel'>,
  service: string,
): Promise<() => Promise<void>> {
  if (asked === undefined) return async () => undefined
  const log = createLog(logLevel)
  setVariables(asked)
  const { openTelemetry } = await import('./platform/tracing/open-telemetry.ts')
  const { tracer, close } = await openTelemetry(asked, service, (words) => log.warn({}, words))
  traceBy(tracer)
  return async () => {
    traceBy(undefined)
    await close()
  }
}
