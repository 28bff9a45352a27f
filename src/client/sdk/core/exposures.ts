import type { Slots } from '../../../shared/engine/slots.ts'
import type { Exposure } from '../../../shared/schemas/telemetry.ts'
import type { Attributes } from './define-flags.ts'

/** As many as the server takes with one report. */
export const exposuresPerReport = 1_000

/** The longest targeting key that the server takes. */
const maxCharacters = 512

/** As many as are remembered, so as not to be sent again. */
const maxRemembered = 20_000

export type Exposures = {
  /** Tells that an evaluation for this context ended in this slot. */
  readonly note: (slot: number, context: Attributes) => void
  /** Those that are new since the last call, and how many more there would have been. */
  readonly take: () => { readonly exposures: readonly Exposure[]; readonly dropped: number }
  /** What was taken did not arrive: the next evaluation of its kind is new again. */
  readonly lost: () => void
}

/**
 * Who was given which variant, once for each targeting key, flag and variant, as the first evaluation told. Evaluations
 * without a targeting key, and those that gave the caller's default, expose nobody. Of bounded size: what is over is
 * dropped, and is new again when it is evaluated again.
 */
export const createExposures = (now: () => number, slots: () => Slots, max = exposuresPerReport): Exposures => {
  const remembered = new Set<string>()
  let fresh: Exposure[] = []
  let dropped = 0
  return {
    note: (slot, { targetingKey }) => {
      const { flag, variant = null } = slots().list[slot] ?? {}
      if (flag === undefined || variant === null) return
      if (typeof targetingKey !== 'string' || targetingKey === '' || targetingKey.length > maxCharacters) return
      const id = `${slot} ${targetingKey}`
      if (remembered.has(id)) return
      if (fresh.length >= max) {
        dropped += 1
        return
      }
      if (remembered.size >= maxRemembered) remembered.clear()
      remembered.add(id)
      fresh.push({ flag, variant, targetingKey, at: new Date(now()).toISOString() })
    },
    take: () => {
      const taken = { exposures: fresh, dropped }
      fresh = []
      dropped = 0
      return taken
    },
    lost: () => remembered.clear(),
  }
}
