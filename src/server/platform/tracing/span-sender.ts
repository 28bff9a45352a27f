import type { Tracer } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { version } from '../../../shared/version.ts'
import type { OpenTelemetryConfig } from '../../open-telemetry-config.ts'
import { reportFailureOnce } from './report-failure-once.ts'
import { samplerOf } from './sampler.ts'

/** Creates spans and sends them if configured. Otherwise spans only provide request ids. */
export async function spanSender(
  { traces, sampler, spanBatches }: OpenTelemetryConfig,
  resource: Resource,
  tell: (words: string) => void,
): Promise<{ tracer: Tracer; close: () => Promise<void> }> {
  const exporter = traces && reportFailureOnce(await exporterOf(traces), 'traces', tell)
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(sampler),
    spanProcessors: exporter ? [new BatchSpanProcessor({ exporter, ...spanBatches })] : [],
  })
  return { tracer: provider.getTracer('fanion', version), close: () => provider.shutdown() }
}

const exporterOf = async (protocol: NonNullable<OpenTelemetryConfig['traces']>) =>
  protocol === 'http/json'
    ? new (await import('@opentelemetry/exporter-trace-otlp-http')).OTLPTraceExporter()
    : new (await import('@opentelemetry/exporter-trace-otlp-proto')).OTLPTraceExporter()
