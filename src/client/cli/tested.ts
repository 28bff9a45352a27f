import type { PromiseState } from '../../shared/features/promises/schemas/promise.ts'

/** How one promise stands in one state. */
export type Tested = {
  readonly environment: string
  readonly promise: string
  readonly sentence: string
  readonly state: PromiseState
}
