import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Config } from '../../../config.ts'

type MetricsRequest = Pick<IncomingMessage, 'headers' | 'socket'>

/** Headers that proxies add to forwarded requests. */
const passedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Whether the caller may read the metrics: with the operator's token, or from this machine. A local proxy would make
 * every caller look local, so if a setting or a header indicates one, only the token counts.
 */
export const canReadMetrics = (
  { metricsToken, publicUrl, trustProxy }: Pick<Config, 'metricsToken' | 'publicUrl' | 'trustProxy'>,
  { headers, socket }: MetricsRequest,
): boolean => {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (metricsToken !== undefined && given !== undefined && isSame(given, metricsToken)) return true
  const proxied = publicUrl !== undefined || trustProxy !== 0 || passedOn.some((name) => headers[name] !== undefined)
  return !proxied && /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/.test(socket.remoteAddress ?? '')
}

const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
