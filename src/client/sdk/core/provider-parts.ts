import type { AnyDetails } from './define-events.ts'
import type { Details } from './details.ts'
import type { Ready } from './ready.ts'
import type { Events, Status } from './status.ts'

/**
 * Converts `Details` to OpenFeature's resolution. `Code` is OpenFeature's enum of error codes; its values equal our
 * texts.
 */
export const resolutionOf = <Value, Code>(details: Details<Value>) => {
  const { value, variant, reason, errorCode, errorMessage } = details
  return {
    value,
    reason,
    ...(variant === null ? {} : { variant }),
    // Safe cast: each of our codes is a value of the enum.
    ...(errorCode === null ? {} : { errorCode: errorCode as Code }),
    ...(errorMessage === null ? {} : { errorMessage }),
  }
}

/** The part of a client, in an application or a page, that a provider uses. */
export type ProviderClient = {
  readonly status: Status
  readonly on: <Name extends keyof Events>(
    name: Name,
    listener: (event: Events<{ readonly keys: readonly string[] }>[Name]) => void,
  ) => () => void
}

/** The part of OpenFeature's SDK that a provider uses. There is one SDK for servers and one for browsers. */
export type ProviderLibrary<Event, Code> = {
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
 * Finishes a provider's initialization as OpenFeature specifies: throws if there is nothing to serve, and emits
 * connection events from then on. If only a bootstrap is served, the provider becomes ready and then stale.
 */
export const initializeProvider = <Event, Code>(
  client: ProviderClient,
  { ready, reason }: Ready,
  library: ProviderLibrary<Event, Code>,
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
  // Deferred: OpenFeature marks the provider as ready when this returns, and accepts `stale` only after that.
  if (!ready) setTimeout(stale, 0, reason ?? state)
}

/** Converts OpenFeature's tracking details: `value`, and the properties that are numbers, booleans or texts. */
export const trackDetailsOf = ({ value, ...rest }: Readonly<Record<string, unknown>> = {}): AnyDetails => {
  const plain = Object.entries(rest).filter((entry): entry is [string, number | boolean | string] =>
    ['number', 'boolean', 'string'].includes(typeof entry[1]),
  )
  return {
    ...(typeof value === 'number' && { value }),
    ...(plain.length > 0 && { properties: Object.fromEntries(plain) }),
  }
}
