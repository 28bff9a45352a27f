import type { ExperimentState } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import { searchText } from '../../../components/search-text.ts'

/** The states, in the order of the list. Routes are read with the first page: no schema comes along. */
export const experimentStates = [
  'draft',
  'running',
  'stopped',
  'decided',
  'archived',
] as const satisfies readonly ExperimentState[]

/** What the address of the list holds: the state and the text that it is filtered by, and where it goes on from. */
export type ExperimentsSearch = {
  state?: ExperimentState | undefined
  q?: string | undefined
  after?: string | undefined
}

/** Reads the search of the list of experiments; what is no state shows all. */
export const experimentsSearch = (search: Record<string, unknown>): ExperimentsSearch => {
  const state = experimentStates.find((one) => one === search['state'])
  const [q, after] = [searchText(search['q']), searchText(search['after'])]
  return { ...(state && { state }), ...(q && { q }), ...(after && { after }) }
}

/** What the address of results holds: the metric that is chosen, the run where it is not the last, the instant where it is not now. */
export type ResultsSearch = { metric?: string | undefined; run?: number | undefined; at?: string | undefined }

/** Whether an address that names an instant names one. */
export const asksForInstant = ({ at }: ResultsSearch): boolean => at === undefined || !Number.isNaN(Date.parse(at))

/** What is asked for results: of the run that is on, or was last, where the address names none. */
export const resultsAsked = (of: { project: string; experiment: string }, { metric, run, at }: ResultsSearch) => ({
  ...of,
  ...(metric !== undefined && { metric }),
  ...(run !== undefined && { run }),
  ...(at !== undefined && { at }),
})

/** Reads the search of the results of an experiment. */
export const resultsSearch = ({ metric, run, at }: Record<string, unknown>): ResultsSearch => ({
  ...(typeof metric === 'string' && { metric }),
  ...(typeof at === 'string' && { at }),
  ...(Number.isInteger(Number(run)) && Number(run) > 0 && { run: Number(run) }),
})
