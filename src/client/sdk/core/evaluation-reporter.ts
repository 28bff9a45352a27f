import type { AnyFlags } from './calls.ts'
import type { ClientRuntime } from './client-runtime.ts'
import type { AnyEvents } from './define-events.ts'
import type { Attributes } from './define-flags.ts'
import { createEvaluationCounter } from './evaluation-counter.ts'
import { createEventRecorders } from './event-recorders.ts'
import type { Fanion } from './fanion.ts'
import type { ClientOptions } from './options.ts'
import { overrideSlot } from './override.ts'
import { createReportComparisons, type ReportComparisons } from './report-comparisons.ts'
import { createSampling } from './sampling.ts'
import { startTelemetry, type Telemetry } from './telemetry.ts'

export type EvaluationReporter = {
  /** Records an evaluation that ended in a slot. Overridden evaluations are not recorded. */
  readonly record: (slot: number, context: Attributes) => void
  /** Switches to the slots of the datafile served now. Counts so far are kept. */
  readonly bindSlots: () => void
  readonly track: Fanion['track']
  /** Sends what was recorded so far. Never rejects. */
  readonly flush: () => Promise<void>
  /** Starts the periodic reports. */
  readonly start: () => void
  readonly close: () => Promise<void>
  /** Sends comparison reports for `comparing`; null if the client contacts no server. */
  readonly reportComparisons: ReportComparisons | null
}

/** Counts, samples and reports evaluations, exposures and tracked events. A standalone client reports nothing. */
export const createEvaluationReporter = (
  { platform, settings, events, store }: ClientRuntime,
  options: Pick<ClientOptions<AnyFlags, AnyEvents>, 'telemetry' | 'exposures'>,
): EvaluationReporter => {
  const connects = settings.standaloneReason === null
  const server = { url: settings.url, headers: settings.headers }
  const onLost = (message: string) => events.fault(message)
  const counting = createEvaluationCounter(store.slots())
  const sampling = createSampling(platform.random)
  const measuring = connects ? createEventRecorders(platform, options, server, store, onLost) : null
  const exposures = measuring?.exposures
  let telemetry: Telemetry | null = null

  return {
    record: (slot, context) => {
      if (slot === overrideSlot) return
      counting.hit(slot)
      if (sampling.open) sampling.note(context)
      exposures?.note(slot, context)
    },
    bindSlots: () => {
      counting.bind(store.slots())
      exposures?.bind(store.slots())
    },
    track: measuring?.track ?? (() => {}),
    flush: async () => {
      await Promise.all([telemetry?.flush(), measuring?.outbox.flush()])
    },
    start: () => {
      if (connects && options.telemetry !== false)
        telemetry = startTelemetry(platform, { ...server, take: counting.take, sampling, onLost })
    },
    close: async () => {
      await Promise.all([telemetry?.close(), measuring?.outbox.close()])
    },
    // Comparisons are still reported after `close`, so this signal never aborts.
    reportComparisons: connects
      ? createReportComparisons(platform, { ...server, signal: new AbortController().signal })
      : null,
  }
}
