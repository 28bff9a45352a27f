import { type ExportResult, ExportResultCode } from '@opentelemetry/core'

type Exporter<T> = {
  export: (items: T[], done: (result: ExportResult) => void) => void
  shutdown: () => Promise<void>
  forceFlush?: () => Promise<void>
}

/** Wraps an exporter so that it reports once when its collector fails, and once when it recovers. */
export const reportFailureOnce = <T>(exporter: Exporter<T>, what: string, tell: (words: string) => void) => {
  let failing = false
  return {
    export: (items: T[], done: (result: ExportResult) => void) =>
      exporter.export(items, (result) => {
        const fails = result.code !== ExportResultCode.SUCCESS
        if (fails && !failing)
          tell(
            `${what} can’t be sent to the OpenTelemetry collector now: ${result.error?.message ?? 'it gave no reason'}`,
          )
        if (!fails && failing) tell(`${what} are sent to the OpenTelemetry collector again`)
        failing = fails
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
