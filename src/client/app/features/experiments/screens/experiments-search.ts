import type { ExperimentState } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import { searchText } from '../../../components/search-text.ts'

/** States in list order. Defined here because routes load with the first page, which must not include the schema. */
export const experimentStates = [
  'draft',
  'running',
  'stopped',
  'decided',
  'archived',
] as const satisfies readonly ExperimentState[]

/** Search parameters of the list. `after` is the cursor of the next page. */
export type ExperimentsSearch = {
  state?: ExperimentState | undefined
  q?: string | undefined
  after?: string | undefined
}

/** Parses the search parameters of the list. An unknown state shows all. */
export const experimentsSearch = (search: Record<string, unknown>): ExperimentsSearch => {
  const state = experimentStates.find((one) => one === search['state'])
  const [q, after] = [searchText(search['q']), searchText(search['after'])]
  return { ...(state && { state }), ...(q && { q }), ...(after && { after }) }
}

/**
 * Search parameters of the results: the selected metric, the run if it is not the last, the instant if it is in the
 * past.
 */
export type ResultsSearch = { metric?: string | undefined; run?: number | undefined; at?: string | undefined }

/** Whether `at` is absent or a valid instant. */
export const hasValidInstant = ({ at }: ResultsSearch): boolean => at === undefined || !Number.isNaN(Date.parse(at))

/** Query input for the results. Without a run, the server returns the current or last one. */
export const resultsQueryInput = (of: { project: string; experiment: string }, { metric, run, at }: ResultsSearch) => ({
  ...of,
  ...(metric !== undefined && { metric }),
  ...(run !== undefined && { run }),
  ...(at !== undefined && { at }),
})

export const resultsSearch = ({ metric, run, at }: Record<string, unknown>): ResultsSearch => ({
  ...(typeof metric === 'string' && { metric }),
  ...(typeof at === 'string' && { at }),
  ...(Number.isInteger(Number(run)) && Number(run) > 0 && { run: Number(run) }),
})
