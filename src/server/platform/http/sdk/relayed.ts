import type { IncomingHttpHeaders } from 'node:http'
import type { Sender } from '../../../features/usage/intake.ts'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'

type Via = Sender['via']

/** A relay says here over which way what it passes on came to it. */
const relayedHeader = 'fanion-relayed'

const ways: readonly string[] = ['client', 'request', 'otlp'] satisfies Via[]

/**
 * The way that what a relay passes on came to it. Only a server key may say so, and what it can say makes it believed less,
 * never more; undefined where nothing is passed on.
 */
export const relayedWay = ({ kind }: SdkKeyHolder, headers: IncomingHttpHeaders): Via | undefined => {
  const said = headers[relayedHeader]
  // One of the list above.
  return kind === 'server' && typeof said === 'string' && ways.includes(said) ? (said as Via) : undefined
}

/** Who tells something: the holder, or a page behind the relay that it is. */
export const tellerOf = (holder: SdkKeyHolder, headers: IncomingHttpHeaders): SdkKeyHolder =>
  relayedWay(holder, headers) === 'client' ? { ...holder, kind: 'client' } : holder
