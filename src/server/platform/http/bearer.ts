import type { IncomingHttpHeaders } from 'node:http'

/** The key a program comes with: `Authorization: Bearer …`, or `X-API-Key`. */
export const bearer = ({ authorization, 'x-api-key': apiKey }: IncomingHttpHeaders): string | undefined => {
  const found = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1]
  return found ?? (typeof apiKey === 'string' ? apiKey : undefined)
}
