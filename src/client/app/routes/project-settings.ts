import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { sourcesSearch } from '../features/ramps/screens/guard-sources/sources-search.ts'
import { environmentsSearch } from '../features/settings/screens/settings-search.ts'
import { webhooksSearch } from '../features/webhooks/screens/webhooks-search.ts'
import { api } from '../trpc.ts'
import { project } from './project-root.ts'

const root = createRoute({
  getParentRoute: () => project,
  path: 'settings',
  component: lazyRouteComponent(() => import('../features/settings/screens/settings-screen.tsx'), 'SettingsScreen'),
})

const settingsHome = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/p/$project/settings/general', params })
  },
})

const general = createRoute({
  getParentRoute: () => root,
  path: 'general',
  staticData: { title: 'Project settings' },
  component: lazyRouteComponent(() => import('../features/settings/screens/general-screen.tsx'), 'GeneralScreen'),
})

const environments = createRoute({
  getParentRoute: () => root,
  path: 'environments',
  staticData: { title: 'Environments' },
  validateSearch: environmentsSearch,
  loader: ({ params }) => void api.environments.list.prefetch({ project: params.project }),
  component: lazyRouteComponent(
    () => import('../features/settings/screens/environments-screen.tsx'),
    'EnvironmentsScreen',
  ),
})

const danger = createRoute({
  getParentRoute: () => root,
  path: 'danger',
  staticData: { title: 'Danger zone' },
  component: lazyRouteComponent(() => import('../features/settings/screens/danger-screen.tsx'), 'DangerScreen'),
})

const members = createRoute({
  getParentRoute: () => root,
  path: 'members',
  staticData: { title: 'Members' },
  loader: ({ params }) => void api.members.list.prefetch({ project: params.project }),
  component: lazyRouteComponent(() => import('../features/members/screens/members-screen.tsx'), 'MembersScreen'),
})

const webhooks = createRoute({
  getParentRoute: () => root,
  path: 'webhooks',
  staticData: { title: 'Webhooks' },
  validateSearch: webhooksSearch,
  component: lazyRouteComponent(() => import('../features/webhooks/screens/webhooks-screen.tsx'), 'WebhooksScreen'),
})

const sources = createRoute({
  getParentRoute: () => root,
  path: 'sources',
  staticData: { title: 'Guard sources' },
  validateSearch: sourcesSearch,
  component: lazyRouteComponent(
    () => import('../features/ramps/screens/guard-sources/guard-sources-screen.tsx'),
    'GuardSourcesScreen',
  ),
})

const layers = createRoute({
  getParentRoute: () => root,
  path: 'layers',
  staticData: { title: 'Layers' },
  loader: ({ params }) => void api.layers.list.prefetch({ project: params.project }),
  component: lazyRouteComponent(() => import('../features/settings/screens/layers-screen.tsx'), 'LayersScreen'),
})

export const settings = root.addChildren([
  settingsHome,
  general,
  environments,
  members,
  webhooks,
  sources,
  layers,
  danger,
])
