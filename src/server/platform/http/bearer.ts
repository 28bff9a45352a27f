import type { IncomingHttpHeaders } from 'node:http'

/** Returns the SDK key of a request: `Authorization: Bearer …`, or `X-API-Key`. */
export const bearer = ({ authorization, 'x-api-key': apiKey }: IncomingHttpHeaders): string | undefined => {
  const found = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1]
  return found ?? (typeof apiKey === 'string' ? apiKey : undefined)
}
