import { describe, expect, it } from 'vitest'
import { openTelemetryConfig } from './open-telemetry-config.ts'
import { StartError } from './start-error.ts'

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }

describe('OpenTelemetry’s variables', () => {
  it.each([
    ['nothing', {}],
    ['a name alone', { OTEL_SERVICE_NAME: 'flags', OTEL_TRACES_SAMPLER: 'always_on' }],
    ['two times none', { ...endpoint, OTEL_TRACES_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' }],
    ['the SDK being disabled', { ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }],
    ['metrics, which Prometheus reads', { OTEL_METRICS_EXPORTER: 'otlp' }],
  ])('ask for nothing by %s', (_, env) => {
    expect(openTelemetryConfig(env)).toBeUndefined()
  })

  it.each([
    ['an endpoint', endpoint, 'http/protobuf', 'http/protobuf'],
    ['an exporter', { OTEL_TRACES_EXPORTER: 'otlp' }, 'http/protobuf', undefined],
    [
      'the endpoint of one',
      { OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'https://x.example/v1/logs' },
      undefined,
      'http/protobuf',
    ],
    ['an endpoint without lines', { ...endpoint, OTEL_LOGS_EXPORTER: 'none' }, 'http/protobuf', undefined],
    ['a protocol', { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, 'http/json', 'http/json'],
    [
      'the protocol of one',
      { ...endpoint, OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: 'http/json' },
      'http/protobuf',
      'http/json',
    ],
  ])('ask for what is sent by %s', (_, env, traces, logs) => {
    expect(openTelemetryConfig(env)).toMatchObject({ traces, logs, sampler: { name: 'parentbased_always_on' } })
  })

  it('limit what is gathered, and which traces are kept', () => {
    const limits = { OTEL_BSP_SCHEDULE_DELAY: '200', OTEL_BLRP_MAX_QUEUE_SIZE: '64' }
    const sampling = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }
    expect(openTelemetryConfig({ ...endpoint, ...limits, ...sampling })).toMatchObject({
      sampler: { name: 'traceidratio', ratio: 0.25 },
      spanBatches: { scheduledDelayMillis: 200 },
      logBatches: { maxQueueSize: 64 },
    })
  })

  it.each([
    [{ OTEL_TRACES_EXPORTER: 'jaeger' }, 'OTEL_TRACES_EXPORTER is "jaeger"; use otlp to send them, or none.'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4317' },
      'OTEL_EXPORTER_OTLP_ENDPOINT is "localhost:4317"; use the address',
    ],
    [
      { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'OTEL_EXPORTER_OTLP_PROTOCOL is "grpc"; use http/protobuf or',
    ],
    [{ ...endpoint, OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER is "sometimes"; use one of always_on,'],
    [
      { ...endpoint, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '10' },
      'OTEL_TRACES_SAMPLER_ARG is "10"; use a share from 0 to 1',
    ],
    [{ ...endpoint, OTEL_BSP_MAX_QUEUE_SIZE: '-1' }, 'OTEL_BSP_MAX_QUEUE_SIZE is "-1"; use a whole number from 1.'],
  ])('are refused with what would be right: %j', (env, words) => {
    expect(() => openTelemetryConfig(env)).toThrow(StartError)
    expect(() => openTelemetryConfig(env)).toThrow(words)
  })
})
