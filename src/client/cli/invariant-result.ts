import type { PromiseState } from '../../shared/features/promises/schemas/promise.ts'

/** The result of one promise in one environment. */
export type InvariantResult = {
  readonly environment: string
  readonly promise: string
  readonly sentence: string
  readonly state: PromiseState
}
