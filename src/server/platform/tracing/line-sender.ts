import type { Context } from '@opentelemetry/api'
import type { AnyValueMap } from '@opentelemetry/api-logs'
import type { Resource } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { version } from '../../../shared/version.ts'
import type { OpenTelemetryConfig, OtlpProtocol } from '../../open-telemetry-config.ts'
import { reportFailureOnce } from './report-failure-once.ts'

/** OpenTelemetry severity numbers of our log levels. */
const severities: Readonly<Record<string, number>> = { debug: 5, info: 9, warn: 13, error: 17 }

/** Creates a sender of log lines, with their details as attributes. */
export async function lineSender(
  protocol: OtlpProtocol,
  resource: Resource,
  limits: OpenTelemetryConfig['logBatches'],
  tell: (words: string) => void,
): Promise<{ send: (line: string, context: Context) => void; close: () => Promise<void> }> {
  const exporter = reportFailureOnce(await exporterOf(protocol), 'lines of the log', tell)
  const provider = new LoggerProvider({ resource, processors: [new BatchLogRecordProcessor({ exporter, ...limits })] })
  const logger = provider.getLogger('fanion', version)
  const send = (line: string, context: Context) => {
    // The trace and span ids come from the context.
    const { time, level, message, trace_id: _, span_id: __, ...attributes } = JSON.parse(line) as Line
    const severityNumber = severities[level] ?? 0
    logger.emit({ timestamp: new Date(time), severityNumber, severityText: level, body: message, attributes, context })
  }
  return { send, close: () => provider.shutdown() }
}

/** A line as `log.ts` writes it. */
type Line = AnyValueMap & { readonly time: string; readonly level: string; readonly message: string }

const exporterOf = async (protocol: OtlpProtocol) =>
  protocol === 'http/json'
    ? new (await import('@opentelemetry/exporter-logs-otlp-http')).OTLPLogExporter()
    : new (await import('@opentelemetry/exporter-logs-otlp-proto')).OTLPLogExporter()
