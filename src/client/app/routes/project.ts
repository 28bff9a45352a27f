import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { searchTexts } from '../components/search-text.ts'
import { aroundSearch } from '../features/around/around-search.ts'
import { activitySearch } from '../screens/activity/activity-search.ts'
import { buildsSearch } from '../screens/builds/builds-search.ts'
import { changesSearch } from '../screens/changes/changes-search.ts'
import { flagSearch } from '../screens/flags/flag-search.ts'
import { listSearch } from '../screens/flags/list/list-search.ts'
import { historySearch } from '../screens/history/history-search.ts'
import { importSearch } from '../screens/imports/import-search.ts'
import { connectSearch } from '../screens/keys/connect-search.ts'
import { playgroundSearch } from '../screens/playground/playground-search.ts'
import { promisesSearch } from '../screens/promises/promises-search.ts'
import { flagRampSearch, rampsSearch } from '../screens/ramps/ramps-search.ts'
import { segmentSearch, segmentsSearch } from '../screens/segments/segment-search.ts'
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
  component: lazyRouteComponent(() => import('../screens/home/home-screen.tsx'), 'HomeScreen'),
})

const flags = createRoute({
  getParentRoute: () => project,
  path: 'flags',
  staticData: { title: 'Flags' },
  validateSearch: listSearch,
  loader: ({ params }) => void api.flags.list.prefetchInfinite({ project: params.project, archived: false }),
  component: lazyRouteComponent(() => import('../screens/flags/list/list-screen.tsx'), 'FlagListScreen'),
})

const flag = createRoute({
  getParentRoute: () => project,
  path: 'flags/$flag',
  staticData: { title: 'Flags', titleParam: 'flag', titleTo: '/p/$project/flags' },
  beforeLoad: ({ params, preload }) => {
    if (!preload) syncDrafts(params.project)
  },
  loader: ({ params }) => void api.flags.get.prefetch(params),
  component: lazyRouteComponent(() => import('../screens/flags/flag-layout.tsx'), 'FlagLayout'),
})

const targeting = createRoute({
  getParentRoute: () => flag,
  path: '/',
  validateSearch: flagSearch,
  component: lazyRouteComponent(() => import('../screens/flags/targeting/flag-screen.tsx'), 'FlagScreen'),
})

const flagUsage = createRoute({
  getParentRoute: () => flag,
  path: 'usage',
  validateSearch: searchTexts('env', 'range'),
  component: lazyRouteComponent(() => import('../screens/insights/usage-screen.tsx'), 'UsageScreen'),
})

const flagRamp = createRoute({
  getParentRoute: () => flag,
  path: 'ramp',
  validateSearch: flagRampSearch,
  component: lazyRouteComponent(() => import('../screens/ramps/flag-ramp-screen.tsx'), 'FlagRampScreen'),
})

const ramps = createRoute({
  getParentRoute: () => project,
  path: 'ramps',
  staticData: { title: 'Ramps' },
  validateSearch: rampsSearch,
  component: lazyRouteComponent(() => import('../screens/ramps/ramps-screen.tsx'), 'RampsScreen'),
})

const cleanup = createRoute({
  getParentRoute: () => project,
  path: 'cleanup',
  staticData: { title: 'Cleanup' },
  validateSearch: searchTexts('show', 'flag', 'q'),
  component: lazyRouteComponent(() => import('../screens/insights/cleanup-screen.tsx'), 'CleanupScreen'),
})

const flagHistory = createRoute({
  getParentRoute: () => flag,
  path: 'history',
  validateSearch: historySearch,
  component: lazyRouteComponent(() => import('../screens/history/flag-history-screen.tsx'), 'FlagHistoryScreen'),
})

const flagCode = createRoute({
  getParentRoute: () => flag,
  path: 'code',
  validateSearch: searchTexts('env', 'runtime'),
  component: lazyRouteComponent(() => import('../screens/flags/code-screen.tsx'), 'CodeScreen'),
})

const flagSettings = createRoute({
  getParentRoute: () => flag,
  path: 'settings',
  validateSearch: searchTexts('env'),
  component: lazyRouteComponent(() => import('../screens/flags/settings/settings-screen.tsx'), 'SettingsScreen'),
})

const flagAround = createRoute({
  getParentRoute: () => flag,
  path: 'around',
  validateSearch: aroundSearch,
  component: lazyRouteComponent(() => import('../screens/flags/around-screen.tsx'), 'AroundScreen'),
})

const builds = createRoute({
  getParentRoute: () => project,
  path: 'builds',
  staticData: { title: 'Builds' },
  validateSearch: buildsSearch,
  component: lazyRouteComponent(() => import('../screens/builds/builds-screen.tsx'), 'BuildsScreen'),
})

const around = createRoute({
  getParentRoute: () => project,
  path: 'around',
  staticData: { title: 'Dependencies' },
  validateSearch: aroundSearch,
  component: lazyRouteComponent(() => import('../screens/around/around-screen.tsx'), 'AroundScreen'),
})

const segments = createRoute({
  getParentRoute: () => project,
  path: 'segments',
  staticData: { title: 'Segments' },
  validateSearch: segmentsSearch,
  loader: ({ params }) => void api.segments.list.prefetch({ project: params.project }),
  component: lazyRouteComponent(() => import('../screens/segments/segments-screen.tsx'), 'SegmentsScreen'),
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
  component: lazyRouteComponent(() => import('../screens/segments/segment-screen.tsx'), 'SegmentScreen'),
})

const contexts = createRoute({
  getParentRoute: () => project,
  path: 'contexts',
  staticData: { title: 'Contexts' },
  validateSearch: searchTexts('env'),
  loader: ({ params }) => void api.attributes.list.prefetch({ project: params.project }),
  component: lazyRouteComponent(() => import('../screens/contexts/attributes-screen.tsx'), 'AttributesScreen'),
})

const promises = createRoute({
  validateSearch: promisesSearch,
  getParentRoute: () => project,
  path: 'promises',
  staticData: { title: 'Promises' },
  loader: ({ params }) => void api.promises.list.prefetch({ project: params.project }),
  component: lazyRouteComponent(() => import('../screens/promises/promises-screen.tsx'), 'PromisesScreen'),
})

const segmentHistory = createRoute({
  getParentRoute: () => project,
  path: 'segments/$segment/history',
  staticData: { title: 'Segments', titleParam: 'segment', titleTo: '/p/$project/segments' },
  validateSearch: historySearch,
  component: lazyRouteComponent(() => import('../screens/history/segment-history-screen.tsx'), 'SegmentHistoryScreen'),
})

const history = createRoute({
  getParentRoute: () => project,
  path: 'history',
  staticData: { title: 'History' },
  validateSearch: historySearch,
  component: lazyRouteComponent(
    () => import('../screens/history/environment-history-screen.tsx'),
    'EnvironmentHistoryScreen',
  ),
})

const compare = createRoute({
  getParentRoute: () => project,
  path: 'compare',
  staticData: { title: 'Compare environments' },
  validateSearch: searchTexts('a', 'b', 'only', 'q', 'at'),
  component: lazyRouteComponent(() => import('../screens/compare/compare-screen.tsx'), 'CompareScreen'),
})

const playground = createRoute({
  getParentRoute: () => project,
  path: 'playground',
  staticData: { title: 'Playground' },
  validateSearch: playgroundSearch,
  component: lazyRouteComponent(() => import('../screens/playground/playground-screen.tsx'), 'PlaygroundScreen'),
})

const changes = createRoute({
  getParentRoute: () => project,
  path: 'changes',
  staticData: { title: 'Changes' },
  validateSearch: changesSearch,
  component: lazyRouteComponent(() => import('../screens/changes/changes-screen.tsx'), 'ChangesScreen'),
})

const change = createRoute({
  getParentRoute: () => project,
  path: 'changes/$change',
  staticData: { title: 'Changes', titleParam: 'change', titleTo: '/p/$project/changes' },
  loader: ({ params }) => void api.changes.get.prefetch({ project: params.project, change: Number(params.change) }),
  component: lazyRouteComponent(() => import('../screens/changes/change-screen.tsx'), 'ChangeScreen'),
})

const imports = createRoute({
  getParentRoute: () => project,
  path: 'import',
  staticData: { title: 'Import' },
  component: lazyRouteComponent(() => import('../screens/imports/imports-screen.tsx'), 'ImportsScreen'),
})

const oneImport = createRoute({
  getParentRoute: () => project,
  path: 'import/$source',
  staticData: { title: 'Import' },
  validateSearch: importSearch,
  component: lazyRouteComponent(() => import('../screens/imports/import-screen.tsx'), 'ImportScreen'),
})

const activity = createRoute({
  getParentRoute: () => project,
  path: 'activity',
  staticData: { title: 'Activity' },
  validateSearch: activitySearch,
  component: lazyRouteComponent(() => import('../screens/activity/activity-screen.tsx'), 'ActivityScreen'),
})

const connect = createRoute({
  getParentRoute: () => project,
  path: 'connect',
  staticData: { title: 'Connect' },
  validateSearch: connectSearch,
  loader: ({ params }) => void api.keys.list.prefetch({ project: params.project }),
  component: lazyRouteComponent(() => import('../screens/keys/connect-screen.tsx'), 'ConnectScreen'),
})

/** Everything inside one project. */
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
