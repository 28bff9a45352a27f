import type { GuardSeen, ReportsSeen } from '../../schemas/guard.ts'
import { readerLocale } from '../time/reader-locale.ts'

const number = (value: number): string => value.toLocaleString(readerLocale, { maximumSignificantDigits: 4 })

type Arm = { readonly units: number; readonly did: number }
type Names = { readonly to: string; readonly before: string }

const tail: Partial<Record<GuardSeen['state'], (worse: 'more' | 'less') => string>> = {
  against: (worse) => ` That is ${worse} than chance explains.`,
  fine: () => ' No sign of harm.',
}

/** What a guard on users saw: `New: 41 of 4,120 users did checkout-error. Old: 12 of 4,087. That is more than chance explains.` */
export const countedText = (
  { name, worse, state }: { name: string; worse: 'more' | 'less'; state: GuardSeen['state'] },
  { treatment, control }: { treatment: Arm; control: Arm },
  { to, before }: Names,
): string =>
  treatment.did + control.did === 0
    ? `No user has had ${name} yet.`
    : `With ${to} ${number(treatment.did)} of ${number(treatment.units)} users had ${name}, with ${before} ${number(control.did)} of ${number(control.units)}.${tail[state]?.(worse) ?? ''}`

/** What a query came to: `431, and it may be up to 800.` */
export const valueText = (value: number, { is, limit }: { is: 'above' | 'below'; limit: number }, streak: number) => {
  const bound = is === 'above' ? `at most ${number(limit)}` : `at least ${number(limit)}`
  return `${number(value)}; it should be ${bound}.${streak > 1 ? ` So ${number(streak)} times in a row.` : ''}`
}

/** What an asked system said. */
export const saidText = (verdict: 'go' | 'wait' | 'stop', reason: string | null): string =>
  `It says ${verdict}${reason === null || reason === '' ? '' : `: ${reason}`}.`

/** Whether both variants report as many users as were given them. */
export const reportsText = (seen: ReportsSeen, { to, before }: Names): string => {
  const people = `${number(seen.treatment)} users reported with ${to}, ${number(seen.control)} with ${before}`
  if (seen.state === 'none') return 'No application has reported yet whom it gave what.'
  if (seen.state === 'as-given') return `${people}: as many as were given it.`
  const of = seen.state === 'fewer' ? to : before
  return `${people}. Reports of ${of} are missing, beyond chance.`
}
