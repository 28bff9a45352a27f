import type { GuardResult, ReportsResult } from '../../features/ramps/schemas/guard.ts'
import { lengthText } from '../time/hold-text.ts'
import { readerLocale } from '../time/reader-locale.ts'

const number = (value: number): string => value.toLocaleString(readerLocale, { maximumSignificantDigits: 4 })

type Arm = { readonly units: number; readonly did: number }
type Names = { readonly to: string; readonly before: string }

const resultSuffix: Partial<Record<GuardResult['state'], (worse: 'more' | 'less') => string>> = {
  against: (worse) =>
    worse === 'more' ? ' That is more than chance explains.' : ' That is less than chance explains.',
  fine: () => ' No sign of harm.',
}

/**
 * Describes the data of a guard on users: `New: 41 of 4,120 users did checkout-error. Old: 12 of 4,087. That is more
 * than chance explains.`
 */
export const countedText = (
  { name, worse, state }: { name: string; worse: 'more' | 'less'; state: GuardResult['state'] },
  { treatment, control }: { treatment: Arm; control: Arm },
  { to, before }: Names,
): string =>
  treatment.did + control.did === 0
    ? `No user has had ${name} yet.`
    : `With ${to} ${number(treatment.did)} of ${number(treatment.units)} users had ${name}, with ${before} ${number(control.did)} of ${number(control.units)}.${resultSuffix[state]?.(worse) ?? ''}`

type Ratio = { readonly units: number; readonly over: number; readonly under: number; readonly robots: number }

/**
 * Describes the data of a guard on a ratio: `With new 0.0411 (412 / 10,020 from 1,230 users), with old 0.0205 (205 /
 * 10,000 from 1,241 users).`
 */
export const ratioText = (
  { worse, state }: { worse: 'more' | 'less'; state: GuardResult['state'] },
  { treatment, control }: { treatment: Ratio; control: Ratio },
  { to, before }: Names,
): string => {
  const silent = [treatment, control].findIndex(({ under }) => under === 0)
  if (state === 'watching' && silent >= 0)
    return `With ${silent === 0 ? to : before} there is nothing to divide by yet.`
  const robots = treatment.robots + control.robots
  const left = robots === 0 ? '' : ` Left out as robots: ${number(robots)}.`
  const compared = `With ${to} ${armText(treatment)}, with ${before} ${armText(control)}.`
  return `${compared}${left}${resultSuffix[state]?.(worse) ?? ''}`
}

const armText = ({ units, over, under }: Ratio): string =>
  under === 0
    ? `nothing to divide by (from ${number(units)} users)`
    : `${number(over / under)} (${number(over)} / ${number(under)} from ${number(units)} users)`

/** The text of a guard before any user has a complete window. */
export const immatureText = (afterMs: number): string =>
  `It counts each user after ${lengthText(afterMs)}, and nobody has been in the ramp that long.`

/** Describes the result of a query: `431; it should be at most 800.` */
export const valueText = (value: number, { is, limit }: { is: 'above' | 'below'; limit: number }, streak: number) => {
  const bound = is === 'above' ? `at most ${number(limit)}` : `at least ${number(limit)}`
  return `${number(value)}; it should be ${bound}.${streak > 1 ? ` So ${number(streak)} times in a row.` : ''}`
}

/** Describes the response of a verdict service. */
export const verdictServiceText = (verdict: 'go' | 'wait' | 'stop', reason: string | null): string =>
  reason === null || reason === '' ? `It says ${verdict}.` : `It says ${verdict}: ${reason}.`

/** Describes whether both variants report as many users as they were given. */
export const reportsText = (seen: ReportsResult, { to, before }: Names): string => {
  const people = `${number(seen.treatment)} users reported with ${to}, ${number(seen.control)} with ${before}`
  if (seen.state === 'none') return 'No application has reported yet whom it gave what.'
  if (seen.state === 'as-given') return `${people}: as many as were given it.`
  const of = seen.state === 'fewer' ? to : before
  return `${people}. Reports of ${of} are missing, beyond chance.`
}
