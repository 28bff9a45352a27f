import type { MeasuringRun } from '../../../shared/engine/outcome.ts'
import type { Slots } from '../../../shared/engine/slots.ts'
import { type ReadUnit, readUnit } from '../../../shared/engine/split.ts'
import type { Attributes } from './define-flags.ts'

/** Units to remember, in each of two generations. A forgotten unit is reported again, which changes nothing. */
const maxRemembered = 20_000

/** The server's limit for the text of a unit. */
const maxCharacters = 512

export type Exposure = MeasuringRun & { readonly variant: string; readonly unit: string }

export type Exposures = {
  /** Records that an evaluation for this context ended in this slot. */
  readonly note: (slot: number, context: Attributes) => void
  /** Switches to the slots of another datafile. */
  readonly bind: (slots: Slots) => void
}

type ExposureSlot = { readonly measured: MeasuringRun; readonly variant: string; readonly unit: ReadUnit }
type ExposureGeneration = Map<number, Set<string>>

const plain = 1
const measured = 2

/**
 * Reports which unit got which arm of a run, once per unit as far as units are remembered. For a slot without a run,
 * this costs one read of a typed array. Evaluations that used the default, or that found no unit, are not exposures.
 */
export const createExposures = (slots: Slots, tell: (exposure: Exposure) => void, max = maxRemembered): Exposures => {
  let bound = slots
  let marks = new Uint8Array(64)
  let places = new Map<number, ExposureSlot>()
  let young: ExposureGeneration = new Map()
  let old: ExposureGeneration = new Map()
  let size = 0

  /** Classifies a slot on first use. */
  const meet = (slot: number): boolean => {
    const known = bound.list[slot]
    if (known === undefined) return false
    if (slot >= marks.length) {
      const larger = new Uint8Array(2 ** Math.ceil(Math.log2(slot + 1)))
      larger.set(marks)
      marks = larger
    }
    const { measured: by, variant } = known
    const isMeasured = by !== null && variant !== null
    marks[slot] = isMeasured ? measured : plain
    if (isMeasured)
      places.set(slot, { measured: by, variant, unit: readUnit(by.by === null ? undefined : { by: by.by }) })
    return isMeasured
  }

  const remember = (slot: number, unit: string): boolean => {
    const seen = young.get(slot) ?? new Set()
    if (seen.has(unit)) return false
    if (size >= max) {
      old = young
      young = new Map()
      size = 0
      return remember(slot, unit)
    }
    young.set(slot, seen)
    seen.add(unit)
    size += 1
    return old.get(slot)?.has(unit) !== true
  }

  return {
    note: (slot, context) => {
      const mark = marks[slot]
      if (mark === plain || (mark !== measured && !meet(slot))) return
      const place = places.get(slot)
      const unit = place?.unit(context)
      if (place === undefined || unit === undefined || unit === '' || unit.length > maxCharacters) return
      if (remember(slot, unit)) tell({ ...place.measured, variant: place.variant, unit })
    },
    bind: (next) => {
      if (next === bound) return
      bound = next
      marks = new Uint8Array(64)
      places = new Map()
      young = new Map()
      old = new Map()
      size = 0
    },
  }
}
