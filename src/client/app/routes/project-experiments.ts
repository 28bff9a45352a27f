import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchTexts } from '../components/search-text.ts'
import {
  experimentsSearch,
  hasValidInstant,
  type ResultsSearch,
  resultsQueryInput,
  resultsSearch,
} from '../features/experiments/screens/experiments-search.ts'
import { api } from '../trpc.ts'
import { project } from './project-root.ts'

const list = createRoute({
  getParentRoute: () => project,
  path: 'experiments',
  staticData: { title: 'Experiments' },
  validateSearch: experimentsSearch,
  component: lazyRouteComponent(
    () => import('../features/experiments/screens/experiments-screen.tsx'),
    'ExperimentsScreen',
  ),
})

const create = createRoute({
  getParentRoute: () => project,
  path: 'experiments/new',
  staticData: { title: 'New experiment' },
  validateSearch: searchTexts('flag', 'env', 'rule'),
  component: lazyRouteComponent(
    () => import('../features/experiments/screens/new-experiment-screen.tsx'),
    'NewExperimentScreen',
  ),
})

const one = createRoute({
  getParentRoute: () => project,
  path: 'experiments/$experiment',
  staticData: { title: 'Experiments', titleParam: 'experiment', titleTo: '/p/$project/experiments' },
  loader: ({ params }) => void api.experiments.get.prefetch(params),
  component: lazyRouteComponent(
    () => import('../features/experiments/screens/experiment-layout.tsx'),
    'ExperimentLayout',
  ),
})

/**
 * Prefetches the results and the chart modules in parallel with the experiment. The page requests them again and
 * handles errors.
 */
function prefetchResults(of: { project: string; experiment: string }, search: ResultsSearch): void {
  if (hasValidInstant(search)) void api.experiments.results.prefetch(resultsQueryInput(of, search))
  const drawn = [
    import('../features/experiments/screens/over-time-card.tsx'),
    import('../features/experiments/screens/forest-card.tsx'),
  ]
  void Promise.all(drawn).catch(() => undefined)
}

const results = createRoute({
  getParentRoute: () => one,
  path: '/',
  validateSearch: resultsSearch,
  loader: ({ params, location }) => prefetchResults(params, resultsSearch(location.search)),
  component: lazyRouteComponent(() => import('../features/experiments/screens/results-screen.tsx'), 'ResultsScreen'),
})

const setup = createRoute({
  getParentRoute: () => one,
  path: 'setup',
  component: lazyRouteComponent(() => import('../features/experiments/screens/setup-screen.tsx'), 'SetupScreen'),
})

const health = createRoute({
  getParentRoute: () => one,
  path: 'health',
  component: lazyRouteComponent(() => import('../features/experiments/screens/health-screen.tsx'), 'HealthScreen'),
})

const people = createRoute({
  getParentRoute: () => one,
  path: 'people',
  component: lazyRouteComponent(() => import('../features/experiments/screens/people-screen.tsx'), 'PeopleScreen'),
})

export const experiments = [list, create, one.addChildren([results, setup, health, people])] as const
