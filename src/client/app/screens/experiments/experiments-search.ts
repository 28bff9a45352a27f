import { ExperimentState } from '../../../../shared/schemas/experiment.ts'
import { searchText } from '../../components/search-text.ts'

/** What the address of the list holds: the state and the text that it is filtered by, and where it goes on from. */
export type ExperimentsSearch = {
  state?: ExperimentState | undefined
  q?: string | undefined
  after?: string | undefined
}

/** Reads the search of the list of experiments; what is no state shows all. */
export const experimentsSearch = (search: Record<string, unknown>): ExperimentsSearch => {
  const state = ExperimentState.safeParse(search['state'])
  const [q, after] = [searchText(search['q']), searchText(search['after'])]
  return { ...(state.success && { state: state.data }), ...(q && { q }), ...(after && { after }) }
}

/** What the address of a new one holds: the flag it is about, the environment, and the rule whose split it takes over. */
export type NewExperimentSearch = { flag?: string | undefined; env?: string | undefined; rule?: string | undefined }

/** What the address of results holds: the metric that is chosen, and the run where it is not the last. */
export type ResultsSearch = { metric?: string | undefined; run?: number | undefined }

/** Reads the search of the results of an experiment. */
export const resultsSearch = ({ metric, run }: Record<string, unknown>): ResultsSearch => ({
  ...(typeof metric === 'string' && { metric }),
  ...(Number.isInteger(Number(run)) && Number(run) > 0 && { run: Number(run) }),
})
