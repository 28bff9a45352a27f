import { type Config, setVariables } from './config.ts'
import { createLog } from './log.ts'
import { traceBy } from './platform/tracing/trace.ts'

/**
 * Starts tracing if it is configured; otherwise none of its code is loaded. `service` is the default service name. The
 * returned function flushes and stops.
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
