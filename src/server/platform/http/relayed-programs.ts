import type { RelayedKey, RelayQuestion } from '../../../shared/features/status/schemas/relay.ts'

/** Answers a relay for the programs behind it, of the environment that its own key opens and no other. */
export type RelayedPrograms = {
  /** The keys that work, among those that are named. */
  readonly keys: (environmentId: string, names: readonly string[]) => Promise<RelayedKey[]>
  /** Notes which builds run behind a relay; gives those that nobody has declared. */
  readonly builds: (environmentId: string, relay: string, builds: RelayQuestion['builds']) => Promise<string[]>
}
