import type { IncomingHttpHeaders } from 'node:http'
import type { BatchSender } from '../../../features/usage/intake.ts'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'

type Via = BatchSender['via']

/** Header with which a relay states how the forwarded data reached it. */
const relayedHeader = 'fanion-relayed'

const ways: readonly string[] = ['client', 'request', 'otlp'] satisfies Via[]

/**
 * Returns how forwarded data reached the relay, or undefined if nothing is forwarded. Only a server key may set it, and
 * it can only lower the trust in the data.
 */
export const relayedVia = ({ kind }: SdkKeyHolder, headers: IncomingHttpHeaders): Via | undefined => {
  const said = headers[relayedHeader]
  // Safe cast: checked against the list above.
  return kind === 'server' && typeof said === 'string' && ways.includes(said) ? (said as Via) : undefined
}

/**
 * Returns the sender of a report: the key's holder, or, if the holder is a relay that forwards for a page, the page.
 */
export const reportSenderOf = (holder: SdkKeyHolder, headers: IncomingHttpHeaders): SdkKeyHolder =>
  relayedVia(holder, headers) === 'client' ? { ...holder, kind: 'client' } : holder
