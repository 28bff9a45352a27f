import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { searchTexts } from '../components/search-text.ts'
import { activitySearch } from '../features/activity/screens/activity-search.ts'
import { dependenciesSearch } from '../features/around/dependencies-search.ts'
import { buildsSearch } from '../features/builds/screens/builds-search.ts'
import { changesSearch } from '../features/changes/screens/changes-search.ts'
import { flagSearch } from '../features/flags/screens/flag-search.ts'
import { listSearch } from '../features/flags/screens/list/list-search.ts'
import { historySearch } from '../features/history/screens/history-search.ts'
import { importSearch } from '../features/imports/screens/import-search.ts'
import { connectSearch } from '../features/keys/screens/connect-search.ts'
import { playgroundSearch } from '../features/playground/screens/playground-search.ts'
import { promisesSearch } from '../features/promises/screens/promises-search.ts'
import { flagRampSearch, rampsSearch } from '../features/ramps/screens/ramps-search.ts'
import { segmentSearch, segmentsSearch } from '../features/segments/screens/segment-search.ts'
import { api } from '../trpc.ts'
import { experiments } from './project-experiments.ts'
import { measured } from './project-metrics.ts'
import { project, syncDrafts } from './project-root.ts'
import { settings } from './project-settings.ts'

const projectHome = createRoute({
  getParentRoute: () => project,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/p/$project/flags', params })
  },
})

const home = createRoute({
  getParentRoute: () => project,
  path: 'home',
  staticData: { title: 'Home' },
  component: lazyRouteComponent(() => import('../features/home/screens/home-screen.tsx'), 'HomeScreen'),
})

const flags = createRoute({
  getParentRoute: () => project,
  path: 'flags',
  staticData: { title: 'Flags' },
  validateSearch: listSearch,
  loader: ({ params }) => void api.flags.list.prefetchInfinite({ project: params.project, archived: false }),
  component: lazyRouteComponent(() => import('../features/flags/screens/list/list-screen.tsx'), 'FlagListScreen'),
})

const flag = createRoute({
  getParentRoute: () => project,
  path: 'flags/$flag',
  staticData: { title: 'Flags', titleParam: 'flag', titleTo: '/p/$project/flags' },
  beforeLoad: ({ params, preload }) => {
    if (!preload) syncDrafts(params.project)
  },
  loader: ({ params }) => void api.flags.get.prefetch(params),
  component: lazyRouteComponent(() => import('../features/flags/screens/flag-layout.tsx'), 'FlagLayout'),
})

const targeting = createRoute({
  getParentRoute: () => flag,
  path: '/',
  validateSearch: flagSearch,
  component: lazyRouteComponent(() => import('../features/flags/screens/targeting/flag-screen.tsx'), 'FlagScreen'),
})

const flagUsage = createRoute({
  getParentRoute: () => flag,
  path: 'usage',
  validateSearch: searchTexts('env', 'range'),
  component: lazyRouteComponent(() => import('../features/insights/screens/usage-screen.tsx'), 'UsageScreen'),
})

const flagRamp = createRoute({
  getParentRoute: () => flag,
  path: 'ramp',
  validateSearch: flagRampSearch,
  component: lazyRouteComponent(() => import('../features/ramps/screens/flag-ramp-screen.tsx'), 'FlagRampScreen'),
})

const ramps = createRoute({
  getParentRoute: () => project,
  path: 'ramps',
  staticData: { title: 'Ramps' },
  validateSearch: rampsSearch,
  component: lazyRouteComponent(() => import('../features/ramps/screens/ramps-screen.tsx'), 'RampsScreen'),
})

const cleanup = createRoute({
  getParentRoute: () => project,
  path: 'cleanup',
  staticData: { title: 'Cleanup' },
  validateSearch: searchTexts('show', 'flag', 'q'),
  component: lazyRouteComponent(() => import('../features/insights/screens/cleanup-screen.tsx'), 'CleanupScreen'),
})

const flagHistory = createRoute({
  getParentRoute: () => flag,
  path: 'history',
  validateSearch: historySearch,
  component: lazyRouteComponent(
    () => import('../features/history/screens/flag-history-screen.tsx'),
    'FlagHistoryScreen',
  ),
})

const flagCode = createRoute({
  getParentRoute: () => flag,
  path: 'code',
  validateSearch: searchTexts('env', 'runtime'),
  component: lazyRouteComponent(() => import('../features/flags/screens/code-screen.tsx'), 'CodeScreen'),
})

const flagSettings = createRoute({
  getParentRoute: () => flag,
  path: 'settings',
  validateSearch: searchTexts('env'),
  component: lazyRouteComponent(
    () => import('../features/flags/screens/settings/settings-screen.tsx'),
    'SettingsScreen',
  ),
})

const flagAround = createRoute({
  getParentRoute: () => flag,
  path: 'around',
  validateSearch: dependenciesSearch,
  component: lazyRouteComponent(() => import('../features/flags/screens/flag-dependencies.tsx'), 'FlagDependencies'),
})

const builds = createRoute({
  getParentRoute: () => project,
  path: 'builds',
  staticData: { title: 'Builds' },
  validateSearch: buildsSearch,
  component: lazyRouteComponent(() => import('../features/builds/screens/builds-screen.tsx'), 'BuildsScreen'),
})

const around = createRoute({
  getParentRoute: () => project,
  path: 'around',
  staticData: { title: 'Dependencies' },
  validateSearch: dependenciesSearch,
  component: lazyRouteComponent(() => import('../features/around/screens/dependencies.tsx'), 'DependenciesScreen'),
})

const segments = createRoute({
  getParentRoute: () => project,
  path: 'segments',
  staticData: { title: 'Segments' },
  validateSearch: segmentsSearch,
  loader: ({ params }) => void api.segments.list.prefetch({ project: params.project }),
  component: lazyRouteComponent(() => import('../features/segments/screens/segments-screen.tsx'), 'SegmentsScreen'),
})

const segment = createRoute({
  getParentRoute: () => project,
  path: 'segments/$segment',
  staticData: { title: 'Segments', titleParam: 'segment', titleTo: '/p/$project/segments' },
  validateSearch: segmentSearch,
  beforeLoad: ({ params, preload }) => {
    if (!preload) syncDrafts(params.project)
  },
  loader: ({ params }) => void api.segments.get.prefetch(params),
  component: lazyRouteComponent(() => import('../features/segments/screens/segment-screen.tsx'), 'SegmentScreen'),
})

const contexts = createRoute({
  getParentRoute: () => project,
  path: 'contexts',
  staticData: { title: 'Contexts' },
  validateSearch: searchTexts('env'),
  loader: ({ params }) => void api.attributes.list.prefetch({ project: params.project }),
  component: lazyRouteComponent(() => import('../features/contexts/screens/attributes-screen.tsx'), 'AttributesScreen'),
})

const promises = createRoute({
  validateSearch: promisesSearch,
  getParentRoute: () => project,
  path: 'promises',
  staticData: { title: 'Promises' },
  loader: ({ params }) => void api.promises.list.prefetch({ project: params.project }),
  component: lazyRouteComponent(() => import('../features/promises/screens/promises-screen.tsx'), 'PromisesScreen'),
})

const segmentHistory = createRoute({
  getParentRoute: () => project,
  path: 'segments/$segment/history',
  staticData: { title: 'Segments', titleParam: 'segment', titleTo: '/p/$project/segments' },
  validateSearch: historySearch,
  component: lazyRouteComponent(
    () => import('../features/history/screens/segment-history-screen.tsx'),
    'SegmentHistoryScreen',
  ),
})

const history = createRoute({
  getParentRoute: () => project,
  path: 'history',
  staticData: { title: 'History' },
  validateSearch: historySearch,
  component: lazyRouteComponent(
    () => import('../features/history/screens/environment-history-screen.tsx'),
    'EnvironmentHistoryScreen',
  ),
})

const compare = createRoute({
  getParentRoute: () => project,
  path: 'compare',
  staticData: { title: 'Compare environments' },
  validateSearch: searchTexts('a', 'b', 'only', 'q', 'at'),
  component: lazyRouteComponent(() => import('../features/compare/screens/compare-screen.tsx'), 'CompareScreen'),
})

const playground = createRoute({
  getParentRoute: () => project,
  path: 'playground',
  staticData: { title: 'Playground' },
  validateSearch: playgroundSearch,
  component: lazyRouteComponent(
    () => import('../features/playground/screens/playground-screen.tsx'),
    'PlaygroundScreen',
  ),
})

const changes = createRoute({
  getParentRoute: () => project,
  path: 'changes',
  staticData: { title: 'Changes' },
  validateSearch: changesSearch,
  component: lazyRouteComponent(() => import('../features/changes/screens/changes-screen.tsx'), 'ChangesScreen'),
})

const change = createRoute({
  getParentRoute: () => project,
  path: 'changes/$change',
  staticData: { title: 'Changes', titleParam: 'change', titleTo: '/p/$project/changes' },
  loader: ({ params }) => void api.changes.get.prefetch({ project: params.project, change: Number(params.change) }),
  component: lazyRouteComponent(() => import('../features/changes/screens/change-screen.tsx'), 'ChangeScreen'),
})

const imports = createRoute({
  getParentRoute: () => project,
  path: 'import',
  staticData: { title: 'Import' },
  component: lazyRouteComponent(() => import('../features/imports/screens/imports-screen.tsx'), 'ImportsScreen'),
})

const oneImport = createRoute({
  getParentRoute: () => project,
  path: 'import/$source',
  staticData: { title: 'Import' },
  validateSearch: importSearch,
  component: lazyRouteComponent(() => import('../features/imports/screens/import-screen.tsx'), 'ImportScreen'),
})

const activity = createRoute({
  getParentRoute: () => project,
  path: 'activity',
  staticData: { title: 'Activity' },
  validateSearch: activitySearch,
  component: lazyRouteComponent(() => import('../features/activity/screens/activity-screen.tsx'), 'ActivityScreen'),
})

const connect = createRoute({
  getParentRoute: () => project,
  path: 'connect',
  staticData: { title: 'Connect' },
  validateSearch: connectSearch,
  loader: ({ params }) => void api.keys.list.prefetch({ project: params.project }),
  component: lazyRouteComponent(() => import('../features/keys/screens/connect-screen.tsx'), 'ConnectScreen'),
})

/** All routes of a project. */
export const inProject = project.addChildren([
  projectHome,
  home,
  flags,
  flag.addChildren([targeting, flagRamp, flagUsage, flagAround, flagHistory, flagCode, flagSettings]),
  segments,
  segment,
  contexts,
  ...experiments,
  ...measured,
  builds,
  around,
  segmentHistory,
  history,
  compare,
  playground,
  changes,
  change,
  imports,
  oneImport,
  activity,
  connect,
  settings,
  cleanup,
  promises,
  ramps,
])
