import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchTexts } from '../components/search-text.ts'
import { api } from '../trpc.ts'
import { project } from './project-root.ts'

const metrics = createRoute({
  getParentRoute: () => project,
  path: 'metrics',
  staticData: { title: 'Metrics' },
  loader: ({ params }) => void api.metrics.list.prefetch({ project: params.project }),
  component: lazyRouteComponent(() => import('../features/metrics/screens/metrics-screen.tsx'), 'MetricsScreen'),
})

const metric = createRoute({
  getParentRoute: () => project,
  path: 'metrics/$metric',
  staticData: { title: 'Metrics', titleParam: 'metric', titleTo: '/p/$project/metrics' },
  validateSearch: searchTexts('env'),
  component: lazyRouteComponent(() => import('../features/metrics/screens/metric-screen.tsx'), 'MetricScreen'),
})

const events = createRoute({
  getParentRoute: () => project,
  path: 'metrics/events',
  staticData: { title: 'Events' },
  loader: ({ params }) => void api.events.list.prefetch({ project: params.project }),
  component: lazyRouteComponent(() => import('../features/events/screens/events-screen.tsx'), 'EventsScreen'),
})

const event = createRoute({
  getParentRoute: () => project,
  path: 'metrics/events/$event',
  staticData: { title: 'Events', titleParam: 'event', titleTo: '/p/$project/metrics/events' },
  component: lazyRouteComponent(() => import('../features/events/screens/event-screen.tsx'), 'EventScreen'),
})

const sources = createRoute({
  getParentRoute: () => project,
  path: 'metrics/sources',
  staticData: { title: 'Sources' },
  loader: ({ params }) => void api.sources.list.prefetch({ project: params.project }),
  component: lazyRouteComponent(() => import('../features/sources/screens/warehouses-screen.tsx'), 'WarehousesScreen'),
})

const source = createRoute({
  getParentRoute: () => project,
  path: 'metrics/sources/$source',
  staticData: { title: 'Sources', titleParam: 'source', titleTo: '/p/$project/metrics/sources' },
  component: lazyRouteComponent(() => import('../features/sources/screens/warehouse-screen.tsx'), 'WarehouseScreen'),
})

/** Routes of metrics, events and warehouses. */
export const measured = [metrics, metric, events, event, sources, source] as const
