import type {
  Fact,
  FactPreview,
  FactState,
  RowProblem,
  Source,
} from '../../../../../shared/features/sources/schemas/source.ts'
import type { TrackedProperty } from '../../../../../shared/features/usage/schemas/tracked.ts'
import { compactCount } from '../../../../../shared/text/compact-count.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'

// Product names are not translated.
export const kindNames: Readonly<Record<Source['kind'], string>> = {
  postgresql: 'PostgreSQL',
  clickhouse: 'ClickHouse',
}

export const placeText = ({
  user,
  host,
  port,
  database,
}: Pick<Source, 'user' | 'host' | 'port' | 'database'>): string => `${user}@${host}:${port}/${database}`

/** Usage of the daily budget. */
export const spentText = ({ spent, budget }: Pick<Source, 'spent' | 'budget'>): string =>
  `${compactCount(spent.rows)} of ${compactCount(budget.rows)} rows, ${spent.minutes} of ${counted(budget.minutes, 'minute')}`

export const factStates: Readonly<Record<FactState, string>> = {
  new: 'Not read yet',
  fine: 'Up to date',
  late: 'Late',
  failing: 'Can’t be read',
  budget: 'Budget used up until 00:00 UTC',
}

export const givesText = ({ event }: Pick<Fact, 'event'>): string => event ?? 'Exposures'

const byWeight: readonly FactState[] = ['failing', 'budget', 'late', 'new', 'fine']

/** The worst state of a warehouse’s queries. */
export const worstState = ({ facts }: Pick<Source, 'facts'>): FactState =>
  byWeight.find((state) => facts.some((fact) => fact.state === state)) ?? 'new'

export const stateWords = (source: Pick<Source, 'facts'>): string => {
  const { facts } = source
  if (facts.length === 0) return 'No facts yet'
  const state = worstState(source)
  const those = facts.filter((fact) => fact.state === state).map(givesText)
  return state === 'fine' ? counted(facts.length, 'fact') : `${factStates[state]}: ${those.join(', ')}`
}

/** Why rows were rejected. */
export const rowProblems: Readonly<Record<RowProblem, string>> = {
  unit: 'nobody is named',
  at: 'no time is named',
  value: 'the value isn’t a number, or is out of bounds',
  property: 'a property has another value than declared',
  outside: 'the time lies outside of what was asked for',
  'too-old': 'it is older than 8 days',
  'unknown-run': 'no experiment with this run is open here',
  'ended-run': 'its run has ended',
  mismatched: 'the rule serves another variant',
}

/** Choices for the read interval and the look-back period. */
export const everyChoices = ['PT15M', 'PT30M', 'PT1H', 'PT3H', 'PT6H', 'PT12H', 'P1D'] as const
export const lookBackChoices = ['P0D', 'PT1H', 'PT6H', 'P1D', 'P2D', 'P3D', 'P7D'] as const

/** Adds the current value to the choices if it is missing. */
export const withChosen = (choices: readonly string[], chosen: string): readonly string[] =>
  choices.includes(chosen) ? choices : [...choices, chosen]

/** Properties derived from the columns of a query. For text columns, the values of the first rows. */
export const propertiesOf = ({
  columns,
  rows,
}: Pick<FactPreview, 'columns' | 'rows'>): Record<string, TrackedProperty> =>
  Object.fromEntries(
    columns.flatMap(({ name, kind }, at): [string, TrackedProperty][] => {
      if (['unit', 'at', 'value'].includes(name)) return []
      if (kind === 'number' || kind === 'boolean') return [[name, kind]]
      return [[name, [...new Set(rows.flatMap((row) => row[at] ?? []))]]]
    }),
  )
