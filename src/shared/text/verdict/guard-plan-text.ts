import type { RampGuard } from '../../features/ramps/schemas/guard.ts'

/** Describes what a guard watches: `failed, where more is worse`, `metric failures`, `query of prom, at most 800`. */
export const watchText = (guard: RampGuard): string => {
  if ('event' in guard)
    return guard.worse === 'more' ? `${guard.event}, where more is worse` : `${guard.event}, where fewer is worse`
  if ('metric' in guard) return `metric ${guard.metric}`
  if ('verdict' in guard) return `verdict of ${guard.verdict}`
  const bound = guard.is === 'above' ? `at most ${guard.limit}` : `at least ${guard.limit}`
  return `query of ${guard.prometheus}, ${bound}`
}

/** Also describes the consequence: `failed, where more is worse: undoes the ramp`. */
export const guardPlanText = (guard: RampGuard): string =>
  guard.then === 'roll-back' ? `${watchText(guard)}: undoes the ramp` : `${watchText(guard)}: pauses the ramp`
