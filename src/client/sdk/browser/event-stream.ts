const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const path = '/ofrep/v1/stream'

/**
 * Where to hear of changes, by the `eventStreams` of an OFREP body; null where it names nothing that is known here. The stream of
 * the server itself is asked for at the address at which it is asked for answers: it may not know that, behind a proxy that gives it
 * a path of its own.
 */
export const eventStreamOf = (streams: unknown, baseUrl: string): { url: string; idleMs: number } | null => {
  const stream: unknown = Array.isArray(streams) ? streams.find((one) => one?.type === 'sse') : null
  if (!isRecord(stream) || typeof stream.url !== 'string' || !URL.canParse(stream.url, baseUrl)) return null
  const { href, pathname, search } = new URL(stream.url, baseUrl)
  return {
    url: pathname === path ? baseUrl + path + search : href,
    idleMs: 1_000 * (Number(stream.inactivityDelaySec) || 120),
  }
}
