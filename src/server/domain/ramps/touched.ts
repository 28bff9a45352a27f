import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { touchedBy } from '../../../shared/ramps/document-at.ts'
import { type LockedRamp, rampOf } from './ramp-ctx.ts'

/** Why a ramp cannot go on from the flag as it is; null where it can. */
export function changed({ row, there }: LockedRamp): string | null {
  if (!there) return 'the flag is gone'
  if (!there.document.on) return 'the flag is off'
  return touchedBy(there.document, rampOf(row), row.step)
}

/** Refuses, with `run/touched`, what goes on from a flag that is not as the ramp left it. */
export function refuseChanged(ramp: LockedRamp): void {
  const how = changed(ramp)
  if (how !== null) throw touchedRefusal(ramp, how)
}

/** The refusal of what goes on from a flag that is not as the ramp left it, with the choices there are. */
export function touchedRefusal({ row, there }: LockedRamp, how: string): FanionError {
  const off = there && !there.document.on
  const next = off
    ? 'Turn the flag on, then resume.'
    : 'Keep the flag as it is now, put back what the plan has there, or undo the ramp.'
  const choices = off ? [] : ['keep', 'put-back']
  return new FanionError(
    'run/touched',
    { ramp: row.number, touched: how, choices },
    `Ramp ${row.number} can’t go on: ${how}. ${next}`,
  )
}
