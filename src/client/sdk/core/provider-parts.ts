import type { AnyDetails } from './define-events.ts'
import type { Details } from './details.ts'
import type { Ready } from './ready.ts'
import type { Events, Status } from './status.ts'

/** What OpenFeature is told of an evaluation. `Code` is its enumeration of error codes, whose values are our texts. */
export const resolutionOf = <Value, Code>(details: Details<Value>) => {
  const { value, variant, reason, errorCode, errorMessage } = details
  return {
    value,
    reason,
    ...(variant === null ? {} : { variant }),
    // Each of our codes is the value of one in the enumeration.
    ...(errorCode === null ? {} : { errorCode: errorCode as Code }),
    ...(errorMessage === null ? {} : { errorMessage }),
  }
}

/** The part of a client, in a program or in a page, that a provider is told by. */
export type Provided = {
  readonly status: Status
  readonly on: <Name extends keyof Events>(
    name: Name,
    listener: (event: Events<{ readonly keys: readonly string[] }>[Name]) => void,
  ) => () => void
}

/** What a provider takes from OpenFeature's library, of which there is one for programs and one for pages. */
export type Library<Event, Code> = {
  readonly emit: (event: Event, context?: { message?: string; errorCode?: Code; flagsChanged?: string[] }) => void
  readonly events: {
    readonly Ready: Event
    readonly Stale: Event
    readonly Error: Event
    readonly ConfigurationChanged: Event
  }
  readonly fatal: (message: string) => Error & { readonly code: Code }
  readonly notReady: (message: string) => Error
}

/**
 * Ends a provider's initialisation as OpenFeature wants it: throws where there is nothing to serve, and from then on
 * tells what becomes of the connection. What is served without the server makes the provider ready, then stale.
 */
export const provide = <Event, Code>(
  client: Provided,
  { ready, reason }: Ready,
  library: Library<Event, Code>,
): void => {
  const { emit, events, fatal, notReady } = library
  const stale = (message: string) => emit(events.Stale, { message })
  let was: Status['state'] = client.status.state
  client.on('status', ({ state, reason: why }) => {
    const message = why ?? state
    if (state === was) return
    was = state
    if (state === 'ready') emit(events.Ready)
    else if (state === 'stale') stale(message)
    else if (state === 'error') emit(events.Error, { message, errorCode: fatal(message).code })
  })
  client.on('change', ({ keys }) => emit(events.ConfigurationChanged, { flagsChanged: [...keys] }))
  const { state, source } = client.status
  if (state === 'error') throw fatal(reason ?? state)
  if (!ready && source === 'defaults') throw notReady(reason ?? state)
  // Once this returns OpenFeature takes the provider for ready; only after that can it be told more.
  if (!ready) setTimeout(stale, 0, reason ?? state)
}

/** What OpenFeature says of an event, as the client takes it: its value, and properties that are plain. */
export const trackedOf = ({ value, ...rest }: Readonly<Record<string, unknown>> = {}): AnyDetails => {
  const plain = Object.entries(rest).filter((entry): entry is [string, number | boolean | string] =>
    ['number', 'boolean', 'string'].includes(typeof entry[1]),
  )
  return {
    ...(typeof value === 'number' && { value }),
    ...(plain.length > 0 && { properties: Object.fromEntries(plain) }),
  }
}
