import { redactedValue } from './settings.ts'
import { StartError } from './start-error.ts'

/**
 * What to send by OpenTelemetry. The variables are its standard ones:
 * https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables
 */
export type OpenTelemetryConfig = {
  /** Protocol for spans. Undefined: none are sent. */
  readonly traces: OtlpProtocol | undefined
  /** Protocol for log lines. Undefined: none are sent. */
  readonly logs: OtlpProtocol | undefined
  readonly sampler: { readonly name: Sampler; readonly ratio: number }
  /** Batch limits, by OpenTelemetry's names. Unset ones have the SDK's defaults. */
  readonly spanBatches: BatchLimits
  readonly logBatches: BatchLimits
  /** Variables that the SDK reads itself, to set if an option or file provided them. */
  readonly variables: Readonly<Record<string, string>>
}

export type OtlpProtocol = 'http/protobuf' | 'http/json'
type Sampler = (typeof samplers)[number]
type BatchLimits = {
  readonly scheduledDelayMillis?: number
  readonly maxQueueSize?: number
  readonly maxExportBatchSize?: number
  readonly exportTimeoutMillis?: number
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
/** Variables that the SDK reads from `process.env` and that an option or file may provide. */
const readBySdk = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_SERVICE_NAME'] as const
const protocols: readonly OtlpProtocol[] = ['http/protobuf', 'http/json']

/**
 * Reads OpenTelemetry's variables. Undefined if nothing is to be sent. Throws with a correction if a value is invalid.
 */
export function openTelemetryConfig(env: NodeJS.ProcessEnv): OpenTelemetryConfig | undefined {
  const traces = exported(env, 'TRACES', env['OTEL_TRACES_EXPORTER'])
  const logs = exported(env, 'LOGS', env['OTEL_LOGS_EXPORTER'])
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || (!traces && !logs)) return undefined
  return {
    traces,
    logs,
    sampler: samplerOf(env),
    spanBatches: batchLimits(env, 'OTEL_BSP'),
    logBatches: batchLimits(env, 'OTEL_BLRP'),
    variables: Object.fromEntries(readBySdk.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
  }
}

/** The protocol of a signal, if an exporter or endpoint is configured for it. */
function exported(
  env: NodeJS.ProcessEnv,
  signal: 'TRACES' | 'LOGS',
  exporter: string | undefined,
): OtlpProtocol | undefined {
  const own = `OTEL_EXPORTER_OTLP_${signal}`
  const address = addressOf(env, `${own}_ENDPOINT`) ?? addressOf(env, 'OTEL_EXPORTER_OTLP_ENDPOINT')
  const asked = exporter || (address ? 'otlp' : 'none')
  if (asked !== 'otlp' && asked !== 'none')
    throw new StartError(`OTEL_${signal}_EXPORTER is "${redactedValue(asked)}"; use otlp to send them, or none.`)
  if (asked === 'none') return undefined
  const name = env[`${own}_PROTOCOL`] ? `${own}_PROTOCOL` : 'OTEL_EXPORTER_OTLP_PROTOCOL'
  const protocol = protocols.find((one) => one === (env[name] || 'http/protobuf'))
  if (protocol) return protocol
  throw new StartError(
    `${name} is "${redactedValue(env[name])}"; use ${protocols.join(' or ')}, which collectors take at port 4318.`,
  )
}

function addressOf(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name]
  if (!text) return undefined
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text
  throw new StartError(
    `${name} is "${redactedValue(text)}"; use the address of a collector, such as http://localhost:4318.`,
  )
}

function samplerOf(env: NodeJS.ProcessEnv): OpenTelemetryConfig['sampler'] {
  const asked = env['OTEL_TRACES_SAMPLER'] || 'parentbased_always_on'
  const name = samplers.find((one) => one === asked)
  if (!name)
    throw new StartError(`OTEL_TRACES_SAMPLER is "${redactedValue(asked)}"; use one of ${samplers.join(', ')}.`)
  const text = env['OTEL_TRACES_SAMPLER_ARG'] || '1'
  const ratio = Number(text)
  if (name.endsWith('traceidratio') && !(ratio >= 0 && ratio <= 1))
    throw new StartError(
      `OTEL_TRACES_SAMPLER_ARG is "${redactedValue(text)}"; use a share from 0 to 1, such as 0.1 for every tenth.`,
    )
  return { name, ratio }
}

function batchLimits(env: NodeJS.ProcessEnv, prefix: 'OTEL_BSP' | 'OTEL_BLRP'): BatchLimits {
  const limit = <K extends keyof BatchLimits>(key: K, name: string) => {
    const text = env[`${prefix}_${name}`]
    if (!text) return {}
    if (/^[1-9]\d{0,8}$/.test(text)) return { [key]: Number(text) }
    throw new StartError(`${prefix}_${name} is "${redactedValue(text)}"; use a whole number from 1.`)
  }
  return {
    ...limit('scheduledDelayMillis', 'SCHEDULE_DELAY'),
    ...limit('maxQueueSize', 'MAX_QUEUE_SIZE'),
    ...limit('maxExportBatchSize', 'MAX_EXPORT_BATCH_SIZE'),
    ...limit('exportTimeoutMillis', 'EXPORT_TIMEOUT'),
  }
}
