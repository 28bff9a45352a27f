const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Where to hear of changes, by the `eventStreams` of an OFREP body; null where it names nothing that is known here. */
export const eventStreamOf = (streams: unknown): { url: string; idleMs: number } | null => {
  const stream: unknown = Array.isArray(streams) ? streams.find((one) => one?.type === 'sse') : null
  if (!isRecord(stream) || typeof stream.url !== 'string') return null
  return { url: stream.url, idleMs: 1_000 * (Number(stream.inactivityDelaySec) || 120) }
}
