import type { RelayedKey, RelayQuestion } from '../../../shared/features/status/schemas/relay.ts'

/** Answers the requests of a relay on behalf of its SDKs, only for the environment of the relay's own key. */
export type RelayedPrograms = {
  /** Returns the valid keys among those named. */
  readonly keys: (environmentId: string, names: readonly string[]) => Promise<RelayedKey[]>
  /** Records which builds run behind a relay. Returns those that have not been declared yet. */
  readonly builds: (environmentId: string, relay: string, builds: RelayQuestion['builds']) => Promise<string[]>
}
