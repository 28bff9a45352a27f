const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const path = '/ofrep/v1/stream'

/**
 * Returns the event stream named by `eventStreams` of an OFREP body, or null if no known type is listed. A stream of
 * the same server uses the base URL of the client, because a server behind a proxy may not know its public path.
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
