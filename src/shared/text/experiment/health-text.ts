import { counted } from '../rules/percent.ts'
import { readerLocale } from '../time/reader-locale.ts'
import { relativeFigure } from '../verdict/figures.ts'

const number = (value: number): string => value.toLocaleString(readerLocale)

/** A line of the health row. `warn` is shown before any result. */
export type Health = { readonly state: 'good' | 'warn' | 'none'; readonly title: string; readonly text: string }

const share = (part: number, whole: number): string =>
  `${(whole === 0 ? 0 : (part / whole) * 100).toLocaleString(readerLocale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}%`

/** Whether users were split as planned: `10,412 and 10,388, 50.1% and 49.9% where 50% and 50% were planned`. */
export function samplesHealth(
  { observed, off }: { readonly observed: readonly number[]; readonly off: boolean },
  weights: readonly number[],
): Health {
  const [seen, planned] = [observed, weights].map((all) => all.reduce((sum, one) => sum + one, 0))
  if ((seen ?? 0) === 0)
    return { state: 'none', title: 'No users yet', text: 'Nobody has been in this experiment yet.' }
  const got = observed.map((one) => share(one, seen ?? 0)).join(' / ')
  const wanted = weights.map((one) => share(one, planned ?? 0)).join(' / ')
  return {
    state: off ? 'warn' : 'good',
    title: off ? 'Split is off' : 'Split as planned',
    text: `Planned ${wanted}, got ${got}`,
  }
}

/** Whether any user was in two variants. */
export const crossedHealth = (crossed: readonly number[]): Health => {
  const sum = crossed.reduce((all, one) => all + one, 0)
  return sum === 0
    ? { state: 'good', title: 'Nobody in two variants', text: 'Every user has been given one variant' }
    : {
        state: 'warn',
        title: `${counted(sum, 'user')} in two variants`,
        text: 'They’re left out of every figure',
      }
}

/** Whether the arms were alike before exposure. `nameOf` returns the name of a metric. */
export function beforeHealth(
  before: readonly {
    readonly metric: string
    readonly arm: string
    readonly differs: boolean
    readonly lift: number | null
  }[],
  nameOf: (metric: string) => string,
): Health {
  const found = before.find(({ differs }) => differs)
  if (before.length === 0)
    return { state: 'none', title: 'Nothing known from before', text: 'No metric saw these users before they came' }
  if (found === undefined)
    return { state: 'good', title: 'Even before', text: 'Before they came, users of all variants did the same' }
  const { metric, arm, lift } = found
  const size = lift === null ? 'different' : `${relativeFigure(lift)} ${lift > 0 ? 'higher' : 'lower'}`
  return {
    state: 'warn',
    title: 'Different before',
    text: `With ${arm}, ${nameOf(metric)} was ${size} even before users came: beyond chance, and no variant can have done it`,
  }
}

/** How many users were excluded from sums as robots. */
export const robotsHealth = (robots: readonly number[]): Health => {
  const sum = robots.reduce((all, one) => all + one, 0)
  return sum === 0
    ? { state: 'good', title: 'No robots', text: 'Nobody sent more events in a day than people do' }
    : {
        state: 'none',
        title: `${counted(sum, 'robot')} left out`,
        text: 'They sent more events in a day than people do',
      }
}

/** How many users have a complete window: `17,020 of 20,800 users`. */
export const maturityText = ({ matured, all }: { readonly matured: number; readonly all: number }): string =>
  `${number(matured)} of ${counted(all, 'user')}`
